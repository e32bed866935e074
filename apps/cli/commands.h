// SPDX-License-Identifier: MIT
// The subcommands of the program, one file each. Each adds itself to the command line; when it runs, it throws
// UsageError or Error if it cannot do what was asked.
#pragma once

#include "cli/command_line.h"

namespace banyan::cli {

void add_games(CommandLine& line);
void add_params(CommandLine& line);
void add_play(CommandLine& line);
void add_search(CommandLine& line);
void add_replay(CommandLine& line);
void add_review(CommandLine& line);
void add_solve(CommandLine& line);
void add_perft(CommandLine& line);
void add_bench(CommandLine& line);
void add_gtp(CommandLine& line);
void add_uhp(CommandLine& line);
void add_codecup(CommandLine& line);
void add_match(CommandLine& line);
void add_stats(CommandLine& line);
void add_store(CommandLine& line);
void add_experiment(CommandLine& line);
void add_tune(CommandLine& line);
void add_fit(CommandLine& line);
void add_book(CommandLine& line);
void add_serve(CommandLine& line);
void add_version(CommandLine& line);

}  // namespace banyan::cli
