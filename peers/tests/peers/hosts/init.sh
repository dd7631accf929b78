# The first process of a host, in namespaces of its own. When it ends, all others of the host do.
# Arguments: the host's name, the folder of the hosts, and whether the host has a /tmp of its own (own or shared).
# Prints its number as the machine has it once the host is there, and ends with its standard input.
set -e
read -r number rest </proc/self/stat
mount -t proc proc /proc
[ "$3" != own ] || mount -t tmpfs -o mode=1777 tmpfs /tmp
for file in hosts passwd shadow; do
    mount --bind "$2/$file" "/etc/$file"
done
mount -t tmpfs -o mode=755 tmpfs /run
# Where sshd locks its children in.
mkdir /run/sshd
echo "$1" >/proc/sys/kernel/hostname
ip link set lo up
echo "$number"
# Ends with its input. The kernel takes away the dead whose parents are gone, as their end is ignored.
exec env --ignore-signal=CHLD cat >/dev/null
