//! Tests of invalid arguments.

use super::super::request::Request;
use super::{message, request};

#[test]
fn what_makes_no_sense_is_said() {
    for (line, part) in [
        ("-K", "-K is not an option; did you mean -k?"),
        ("-x", "run sqlio -? to see all of them"),
        ("-fseq", "did you mean -fsequential?"),
        ("-fRAND", "did you mean -frandom?"),
        ("-f0", "write -frandom, -fsequential, or blocks of a stripe"),
        ("-t257", "1 to 256"),
        ("-t0", "1 to 256"),
        ("-t", "1 to 256"),
        ("-s-1", "how many seconds"),
        ("-b0", "size of a block in KB"),
        ("-kWR", "sqlio reads or writes, and has no mix"),
        ("-krw", "or diskspd with -w<percent>"),
        ("-kX", "write -kR to read or -kW to write"),
        ("-BX", "write -BN, -BY, -BH or -BS"),
        ("-a0xq", "a mask of processors"),
        ("-m4", "write -mC or -mS"),
        ("-mS4 -o2 -b16", "-m and -o do not go together"),
        (
            "-mS4 -b8",
            "-mS4: buffers must be pages of 4096 bytes, and a block of 8 KB has 2; use -b16 or -mS2",
        ),
        ("-mC3", "does not fall into 3 equal buffers"),
        ("-p0 -a0x1", "-p and -a do not go together"),
        ("-f2 -t4", "-f2 is less than the 4 threads"),
        ("-dAB x y", "-d and several file names do not go together"),
        ("-F", "without a blank, such as -Fparam.txt"),
        ("-Fp.txt", "p.txt, line 2: a size needs -frandom or -fsequential"),
        ("-f1099511627776 -i1099511627776", "larger than any can be"),
        ("--overwrite", "did you mean --overwrite-foreign?"),
        ("--map x", "write DRIVE:=FOLDER"),
        ("-v2", "-v2 is not an option"),
    ] {
        let message = message(line);
        assert!(message.contains(part), "{line}: {message}");
    }
    assert_eq!(request("-?").unwrap(), Request::Help);
    assert_eq!(request("--help -s").map_err(|_| ()), Err(()));
}
