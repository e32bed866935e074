// SPDX-License-Identifier: MIT
// The subcommands of the program, one file each. Each adds itself to the command line, and is run by CLI11 when the
// user names it; it throws UsageError or Error when it cannot do what was asked.
#pragma once

namespace CLI {
class App;
}

namespace banyan::cli {

void add_games(CLI::App& app);
void add_params(CLI::App& app);
void add_play(CLI::App& app);
void add_search(CLI::App& app);
void add_replay(CLI::App& app);
void add_perft(CLI::App& app);
void add_bench(CLI::App& app);

}  // namespace banyan::cli
