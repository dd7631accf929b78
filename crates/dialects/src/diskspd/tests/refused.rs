//! Tests of invalid and unsupported arguments.

use super::super::request::Request;
use super::{message, request};

#[cfg(unix)]
#[test]
fn drives_without_a_map_are_asked_for() {
    assert!(message(r"G:\x.dat").contains("--map G:=/mnt/g"));
    assert!(message("#1").contains("--map #1=/dev/sdX"));
}

#[test]
fn what_makes_no_sense_is_said() {
    for (line, part) in [
        ("", "no target is named"),
        ("x -t2", "-t2 comes after a target"),
        ("-q x", "-q is not an option; run diskspd -?"),
        ("–b64K x", "begins with an en dash (U+2013)"),
        ("-b0 x", "size of a block"),
        ("-b4X x", "size of a block"),
        ("-w101 x", "how many of 100 blocks"),
        ("-w x", "how many of 100 blocks"),
        ("-t2 -F2 x", "-F and -t do not go together"),
        ("-O4 x", "add -F"),
        ("-F2 -O4 x y", "-O is for one target here"),
        ("-r -s x", "-s and -r do not go together"),
        ("-rs50 -si x", "-s and -r do not go together"),
        ("-rs0 x", "1 to 100"),
        ("-rdpct90/0 x", "shares of blocks"),
        ("-si4K x", "use -si65536 or more"),
        ("-T1M -r x", "-T and -r do not go together"),
        ("-T1M -si x", "-T and -si do not go together"),
        ("-i4 x", "-i and -j need each other"),
        ("-g4 -x x", "-g and -x do not go together"),
        ("-n -a0 x", "-n and -a do not go together"),
        ("-B1G -f1M x", "not after 1073741824 where it begins"),
        ("-B1G:1M -f1M x", "-f and -B with a size do not go together"),
        ("-Sbu x", "both to use the page cache and to go past it"),
        ("-Sx x", "write letters of b, h, m, u and w"),
        ("-Sr x", "-Sr is not supported"),
        ("-Rjson x", "write -Rtext, -Rxml"),
        ("-Z1K x", "blocks of 65536 bytes cannot be taken from fewer"),
        ("-Z2G x", "a size up to 1G"),
        ("-Z1M, x", "a size up to 1G"),
        ("-Xnone.xml x", "cannot read the profile none.xml: "),
        ("-X/dev/zero x", "cannot read the profile /dev/zero: "),
        ("-ysevent x", "events of Windows"),
        ("-eDISK_IO x", "events of the Windows kernel"),
        ("-Nv x", "-Nv is not supported"),
        ("-p x", "-p is not supported"),
        ("-d0 x", "-d0 measures nothing"),
        ("-z4294967296 x", "32 bits"),
        ("-t5000 x", "5000 threads are more than 4096"),
        ("--mop x", "run diskspd -?"),
    ] {
        let message = message(line);
        assert!(message.contains(part), "{line}: {message}");
    }
    // An -a without processors is compatible with -n, as in the original.
    assert!(request("-n -ag x").is_ok() && request("-n -a x").is_ok());
    assert_eq!(request("-?").unwrap(), Request::Help);
    assert!(matches!(request("-Rp -C0 -eq x").unwrap(), Request::Profile(_)));
}
