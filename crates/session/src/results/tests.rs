//! What goes where.

use feedrate_steps::environment::Listing as _;

use super::Listing;

#[test]
fn titles_come_before_what_a_step_prints_and_only_then() {
    let mut bytes = Vec::new();
    let mut listing = Listing::new(Box::new(&mut bytes));
    listing.lay_out(20, true);
    listing.set_title(1, Some("One".into()));
    listing.set_title(3, Some("Three".into()));
    listing.set_footnote(1, Some("End".into()));
    listing.begin_step();
    listing.end_step();
    listing.begin_step();
    listing.line(b"x");
    listing.end_step();
    listing.set_title(1, None);
    listing.lay_out(20, false);
    listing.begin_step();
    listing.line(b"y");
    drop(listing);
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(text, "        One\n\n       Three\n\nx\n        End\n\ny\n");
}
