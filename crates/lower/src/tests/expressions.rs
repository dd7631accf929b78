//! Tests of expressions, conversions and functions.

use insta::assert_snapshot;

use super::lower_with;
use crate::Options;

/// Returns the body of a lowered step with these statements after `t = 'ab'; x = 1;`.
fn body(statements: &str) -> String {
    let (lowered, _) = lower_with(
        &format!("data _null_; t = 'ab'; x = 1; {statements} run;"),
        &Options::default(),
    );
    assert!(!lowered.has_errors(), "{statements}\n{:?}", lowered.diagnostics);
    let shown = lowered.step.to_string();
    let start = shown.find("body").unwrap();
    shown[start..].lines().skip(3).collect::<Vec<_>>().join("\n")
}

#[test]
fn operators() {
    assert_snapshot!(body(
        "a = -x ** 2 + 3 * (x - 1) / 2; b = x < 2 <= 3; c = x >< 2 <> 3; d = not (t = 'a' or x ne .A);
         e = t =: 'a'; f = t || '-' || t; g = t >< 'zz'; h = -5; i = -.;"
    ));
}

#[test]
fn kinds_are_converted_with_a_note() {
    assert_snapshot!(body(
        "a = t + 1; b = x || t; t = x; if t then a = 2; c = t > 3; d = x in ('1' '2.5');"
    ));
}

#[test]
fn membership() {
    assert_snapshot!(body(
        "array v{2} x y; a = x in (1, 2:4, -3, .); b = t in ('a', 'b'); c = t in: ('a'); d = x in v;
         e = x not in (1);"
    ));
}

#[test]
fn functions_take_their_arguments() {
    assert_snapshot!(body(
        "array v{3}; a = sum(of v{*}, of x v1-v2, 3); b = substr(t, 1, 1); c = substr(x, 2); d = lag(x);
         e = lag2(t); f = dif(x); g = input(t, ?? 8.); h = input(t, $1.); i = put(t, $5.);
         j = put(x, date9.); k = vlabel(x); l = vtype(t); m = vlength(t); label x = 'ex';"
    ));
}

#[test]
fn routines() {
    assert_snapshot!(body(
        "array v{3}; call missing(of v{*}, t); call symputx('n', x); call symput('n', x);
         call missing(v{x}); call streaminit(1);"
    ));
}

#[test]
fn a_long_chain_does_not_nest() {
    let chain = vec!["x"; 900].join(" + ");
    let (step, _) = lower_with(&format!("data a; x = 1; y = {chain}; run;"), &Options::default());
    assert!(!step.has_errors());
    assert_eq!(step.step.body.len(), 2);
}
