# SPDX-License-Identifier: MIT
# Run by every build: cmake -D SOURCE=folder -D FILE=commit.h -P commit.cmake. Writes the commit that is being built and
# its fingerprint, so that results can say what they were made with; touches the file only when it changes. Without git
# there is no commit; where files have been changed since, nobody knows the fingerprint.
cmake_policy(VERSION 3.25)
execute_process(
  COMMAND git -C ${SOURCE} describe --always --exclude=* --abbrev=12 --dirty=.changed
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  set(commit "")
endif()
set(fingerprint "")
if(NOT commit MATCHES "changed$")
  file(STRINGS ${SOURCE}/tests/fingerprint/bench.txt total REGEX "^total ")
  string(REPLACE "total " "" fingerprint "${total}")
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT "#define BANYAN_COMMIT \"${commit}\"
#define BANYAN_FINGERPRINT \"${fingerprint}\"
")
