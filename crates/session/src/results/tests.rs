//! Tests of the destinations of results.

use feedrate_rows::environment::Listing as _;

use super::Results;

#[test]
fn titles_come_before_what_a_step_prints_and_only_then() {
    let mut bytes = Vec::new();
    let mut results = Results::new(Box::new(&mut bytes));
    results.lay_out(20, true);
    results.titles_mut().set_title(1, Some("One".into()));
    results.titles_mut().set_title(3, Some("Three".into()));
    results.titles_mut().set_footnote(1, Some("End".into()));
    results.begin_step();
    results.end_step();
    results.begin_step();
    results.line(b"x");
    results.end_step();
    results.titles_mut().set_title(1, None);
    results.lay_out(20, false);
    results.begin_step();
    results.line(b"y");
    drop(results);
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(text, "        One\n\n       Three\n\nx\n        End\n\ny\n");
}
