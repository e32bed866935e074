// SPDX-License-Identifier: MIT
// Seconds since some fixed moment, by the wall and by the processor time of this thread.
#pragma once

namespace banyan {

double wall_seconds();
double thread_cpu_seconds();

}  // namespace banyan
