//! Tests of elements and their order, without moving blocks.

use super::super::tests::{outcome, ran, test};
use super::{Elements, Results, profile};

/// Returns the lines that do not depend on this machine or moment.
fn result_of(line: &str, loads: &[feedrate_workload::load::LoadOutcome]) -> String {
    let test = test(line);
    let text = ran(&test, loads, |ran| {
        let mut results = Results::new(&test, jiff::Timestamp::UNIX_EPOCH);
        results.add(ran);
        results.end()
    });
    let of_machine = ["<ComputerName>", "<Group ", "<ProcCount>"];
    text.lines()
        .filter(|line| !of_machine.iter().any(|start| line.trim_start().starts_with(start)))
        .map(|line| format!("{line}\n"))
        .collect()
}

#[test]
fn the_result_has_the_elements_of_the_original() {
    let two = [outcome(1000, 400), outcome(2000, 600)];
    let text = result_of("-Rxml -t2 -w30 -b8K -L -D x.dat", &two);
    assert!(text.starts_with("<Results>\n  <System>\n"));
    assert_eq!(text.matches("<Thread>").count(), 2);
    // The first and last percentiles are sufficient.
    let (head, rest) = text.split_once("<Percentile>2<").unwrap();
    let tail = rest.split_once("<Percentile>99.9999999<").unwrap().1;
    insta::assert_snapshot!(format!("{head}…{tail}"));
    let both = result_of("-Rxml -F1 x.dat y.dat", &two);
    assert_eq!(both.matches("<Thread>").count(), 1);
    assert_eq!(both.matches("<ReadCount>").count(), 2);
    assert!(!both.contains("<Latency "), "{both}");
    // Without -a threads are not bound, with or without -n.
    for (line, unbound) in [("x.dat", true), ("-n x.dat", true), ("-a0 x.dat", false)] {
        let text = result_of(&format!("-Rxml {line}"), &two[..1]);
        let element = format!("<DisableAffinity>{unbound}</DisableAffinity>");
        assert!(text.contains(&element), "{line}: {text}");
    }
    let mut nothing = outcome(0, 0);
    nothing.run_time = std::time::Duration::ZERO;
    assert!(result_of("-Rxml x.dat", &[nothing]).contains("<Error>The test was interrupted"));
}

#[test]
fn the_profile_has_the_elements_of_the_original() {
    let lines = |line: &str| profile(&test(line));
    insta::assert_snapshot!(lines(
        "-Rxml -v -F4 -O8 -D500 -a0,1 -B1M:1G -si128K -Sbw -frst -i10 -j20 -g500i -I1 -l x.dat"
    ));
    insta::assert_snapshot!(lines("-Rxml -c1G -rdpct90/10:5/20 -Sh -Z20M,a&b -C5 -w30 x.dat y.dat"));
    assert!(lines("-Rxml -Zr -w1 x").contains("<RandomWriteData>true</RandomWriteData>"));
}

#[test]
fn elements_end_and_values_are_no_elements() {
    let mut elements = Elements::default();
    elements.group("A B=\"1\"", |elements| elements.value("C", "<&>\"\u{1}\u{ffff}"));
    assert_eq!(elements.text, "<A B=\"1\">\n  <C>&lt;&amp;&gt;&quot;??</C>\n</A>\n");
}
