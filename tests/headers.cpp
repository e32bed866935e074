// SPDX-License-Identifier: MIT
// Nothing: the headers that it is compiled with are what the tests take from it.
