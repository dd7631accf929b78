//! Tests of what is printed of profiles.

use std::ffi::OsString;

use super::super::super::request::Request;
use super::super::super::target::Order;
use super::super::super::{explain, parse, profile, xml};
use super::{SPANS, test};
use crate::Drives;

#[test]
fn what_is_printed_of_a_profile_is_that_of_the_original() {
    let test = test("-Rp -Xp.xml", SPANS);
    insta::assert_snapshot!(profile::profile(&test));
    let test = super::test("-Xp.xml x.dat", SPANS);
    insta::assert_snapshot!(explain::explain(&test));
}

#[test]
fn a_profile_that_was_printed_is_the_same_test() {
    for line in [
        "-c1G -b8K -t4 -o8 -r4K -rs80 -w30 -d30 -W0 -Su -L -g500i -D500 -Z20M,data -a0,1 -z7 x.dat y&.dat",
        "-F4 -O8 -si128K -Sbw -frst -Zr -i10 -j20 -I1 -B1M:1G -v -l -C3 x.dat",
        "-rdpct90/10:0/10:5/20 -rs30 -Sm -n -f10b -Z x",
        "-rdabs90/10G:5/20G -F2 -o4 -g100 x y",
        "-s8b -T1G -h -t2 x",
    ] {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let Ok(Request::Test(mut wanted)) = parse(&words, &Drives::default()) else {
            panic!("{line}");
        };
        let mut read = super::test("-Xp.xml", &xml::profile(&wanted));
        for test in [&mut wanted, &mut read] {
            test.command_line.clear();
            test.profile = None;
            test.remarks.clear();
            for target in test.spans.iter_mut().flat_map(|span| &mut span.targets) {
                if let Order::Random {
                    distribution: Some(shares),
                    ..
                } = &mut target.order
                {
                    shares.parts.truncate(2);
                }
            }
        }
        assert_eq!(read, wanted, "{line}");
    }
}
