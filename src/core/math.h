// SPDX-License-Identifier: MIT
// Natural exponential and logarithm built from additions, multiplications and divisions alone. The C library's
// versions choose their code by processor and may differ in the last bit, which is enough to change a search.
#pragma once

namespace banyan {

/// e^x to within two units in the last place; 0 below -745.2, infinity above 709.8.
double exp(double x);

/// ln x to within two units in the last place, for x > 0; -infinity at 0, NaN below.
double log(double x);

}  // namespace banyan
