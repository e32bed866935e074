// SPDX-License-Identifier: MIT
// Seconds since some fixed moment, by the wall and by the processor time of this thread or of the whole process.
#pragma once

namespace banyan {

double wall_seconds();
double thread_cpu_seconds();
double process_cpu_seconds();

}  // namespace banyan
