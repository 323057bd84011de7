#!/bin/sh
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
#
# Look whether a board (a Raspberry Pi, say) is fit for a study, and make it so.
#
#   host_scripts/board_setup.sh          look only; exit status 1 if something should be changed
#   sudo host_scripts/board_setup.sh --set [SAMPLER]
#
# SAMPLER is the path of process_sampler; without it the installed one, or that of this clone. What
# is changed is said, and nothing is changed twice. Governor and swap come back with a reboot.
set -eu

root=${NAV2_BENCH_BOARD_ROOT:-}  # another place of /proc and /sys, for tests
here=$(cd "$(dirname "$0")" && pwd)
change=false
sampler=
for word in "$@"; do
  case $word in
    --set) change=true ;;
    --help | -h) sed -n '5,11s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "board_setup: $word is not known; --set and a path are" >&2; exit 2 ;;
    *) sampler=$word ;;
  esac
done
if $change && [ "$(id -u)" -ne 0 ]; then
  echo "board_setup: --set needs root" >&2
  exit 2
fi
wanting=0

fine() { echo "ok       $*"; }
lacking() { echo "change   $*"; wanting=1; }
changed() { echo "changed  $*"; }
unknown() { echo "unknown  $*"; }

# A fixed clock: CPU % depends on it.
found=false slow=
for file in "$root"/sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor; do
  [ -e "$file" ] || continue
  found=true
  [ "$(cat "$file")" = performance ] || slow="$slow $file"
done
if ! $found; then
  unknown "governor: this machine tells none"
elif [ -z "$slow" ]; then
  fine "governor: performance"
elif $change; then
  for file in $slow; do echo performance >"$file"; done
  changed "governor: performance until the next boot"
else
  # shellcheck disable=SC2086 # one word per file
  lacking "governor: $(cat $slow | sort -u | tr '\n' ' ')instead of performance"
fi

# A trial that swaps does not count; compressed memory (zram) is swap too.
areas=
[ ! -e "$root/proc/swaps" ] || areas=$(sed -n '2,$s/ .*//p' "$root/proc/swaps")
if [ -z "$areas" ]; then
  fine "swap: off"
elif $change; then
  if swapoff -a; then
    changed "swap: off until the next boot"
  else
    lacking "swap: could not be switched off"
  fi
else
  lacking "swap: on ($(echo "$areas" | tr '\n' ' ' | sed 's/ $//'))"
fi

# Messages carry stamps: host and board must have the same time to some milliseconds.
if command -v chronyc >/dev/null 2>&1 && chronyc -n tracking >/dev/null 2>&1; then
  offset=$(chronyc -n tracking | sed -n 's/^System time *: //p')
  if chronyc -n tracking | grep -q '^Leap status *: Not synchronised'; then
    lacking "time: chrony is not synchronised; name a server in /etc/chrony/chrony.conf"
  else
    fine "time: chrony, $offset"
  fi
elif command -v timedatectl >/dev/null 2>&1; then
  if [ "$(timedatectl show -p NTPSynchronized --value 2>/dev/null)" = yes ]; then
    fine "time: synchronised by NTP (chrony between host and board would do better)"
  elif $change && timedatectl set-ntp true 2>/dev/null; then
    changed "time: NTP switched on; it takes a minute to synchronise"
  else
    lacking "time: not synchronised; sudo timedatectl set-ntp true, or install chrony"
  fi
else
  unknown "time: neither chronyc nor timedatectl is here to tell"
fi

# Page frames can be read with CAP_SYS_ADMIN only: without it there is no footprint.
if [ -z "$sampler" ]; then
  old_ifs=$IFS
  IFS=:
  for prefix in ${AMENT_PREFIX_PATH:-}; do
    [ -n "$sampler" ] || [ ! -x "$prefix/lib/nav2_composition_bench/process_sampler" ] ||
      sampler=$prefix/lib/nav2_composition_bench/process_sampler
  done
  IFS=$old_ifs
  # sudo hands AMENT_PREFIX_PATH on only if told to.
  for candidate in "$here/../../../lib/nav2_composition_bench/process_sampler" \
    "$here/../.venv/bin/process_sampler"; do
    [ -n "$sampler" ] || [ ! -x "$candidate" ] || sampler=$candidate
  done
fi
# colcon build --symlink-install installs a symbolic link, which setcap and getcap do not follow.
[ ! -x "$sampler" ] || sampler=$(readlink -f "$sampler")
if [ ! -x "$sampler" ]; then
  unknown "sampler: ${sampler:-process_sampler} is not there; name its path, or call this by sudo --preserve-env=AMENT_PREFIX_PATH"
elif ! command -v getcap >/dev/null 2>&1; then
  unknown "sampler: getcap is not installed (libcap2-bin)"
elif getcap "$sampler" | grep -q 'cap_dac_read_search.*cap_sys_admin.*ep'; then
  fine "sampler: may read page frames"
elif $change; then
  setcap cap_dac_read_search,cap_sys_ptrace,cap_sys_admin+ep "$sampler"
  changed "sampler: CAP_DAC_READ_SEARCH, CAP_SYS_ADMIN and CAP_SYS_PTRACE on $sampler, until it is built anew"
else
  lacking "sampler: no CAP_SYS_ADMIN, so no footprint (a study run as root has it)"
fi

# Told by a Raspberry Pi's firmware: under-voltage, capped frequency, heat, now or since the boot.
file=$root/sys/devices/platform/soc/soc:firmware/get_throttled
if [ -r "$file" ]; then
  if [ "$(cat "$file")" = 0 ]; then
    fine "throttling: none since the boot"
  else
    lacking "throttling: 0x$(cat "$file") since the boot; check power supply and cooling, then reboot"
  fi
fi
exit $wanting
