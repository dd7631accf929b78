//! The meaning of expressions, by their grouping.

use super::dump::explicit;
use super::{errors_of, statements_of};
use crate::tree::StatementKind;

/// The expression of `x = ...;`, grouped.
fn grouped(text: &str) -> String {
    match &statements_of(&format!("x = {text};"))[..] {
        [statement] => match &statement.kind {
            StatementKind::Assign(_, value) => explicit(value),
            other => panic!("{text}: {other:?}"),
        },
        other => panic!("{text}: {other:?}"),
    }
}

/// The condition of `where ...;`, grouped.
fn restricted(text: &str) -> String {
    match &statements_of(&format!("where {text};"))[..] {
        [statement] => match &statement.kind {
            StatementKind::Where(condition) => explicit(condition),
            other => panic!("{text}: {other:?}"),
        },
        other => panic!("{text}: {other:?}"),
    }
}

fn refused(text: &str) -> String {
    errors_of(&format!("x = {text};")).join("\n")
}

#[test]
fn groups_bind_as_documented() {
    assert_eq!(grouped("a + b * c"), "(a Add (b Multiply c))");
    assert_eq!(grouped("a - b - c"), "((a Subtract b) Subtract c)");
    assert_eq!(grouped("a / b * c"), "((a Divide b) Multiply c)");
    assert_eq!(grouped("a ** b ** c"), "(a Power (b Power c))");
    assert_eq!(grouped("-a ** 2"), "(Minus (a Power 2))");
    assert_eq!(grouped("2 ** -a"), "(2 Power (Minus a))");
    assert_eq!(grouped("a <> b >< c"), "(a Greatest (b Least c))");
    assert_eq!(grouped("a max b + 1"), "((a Greatest b) Add 1)");
    assert_eq!(grouped("a || b + c"), "(a Concatenate (b Add c))");
    assert_eq!(grouped("a || b = c"), "((a Concatenate b) Equal c)");
    assert_eq!(grouped("a = b and c = d or e"), "(((a Equal b) And (c Equal d)) Or e)");
    assert_eq!(grouped("a | b & c"), "(a Or (b And c))");
    assert_eq!(grouped("(a or b) and c"), "((a Or b) And c)");
    assert_eq!(grouped("not a = b"), "((Not a) Equal b)");
    assert_eq!(grouped("^(a = b)"), "(Not (a Equal b))");
    assert_eq!(grouped("not not a"), "(Not (Not a))");
    assert_eq!(grouped("- + a"), "(Minus (Plus a))");
    assert_eq!(grouped("y = 2"), "(y Equal 2)");
}

#[test]
fn words_are_operators_only_between_operands() {
    assert_eq!(grouped("a eq b"), "(a Equal b)");
    assert_eq!(grouped("in + eq"), "(in Add eq)");
    assert_eq!(grouped("and and or"), "(and And or)");
    assert_eq!(grouped("a GE b ne c"), "((a GreaterOrEqual b) And (b NotEqual c))");
    assert_eq!(
        grouped("max(a, b) max c"),
        r#"(max[One(Name("a")), One(Name("b"))] Greatest c)"#
    );
    assert_eq!(grouped("between + like"), "(between Add like)");
}

#[test]
fn comparisons_chain() {
    assert_eq!(grouped("a < b < c"), "((a Less b) And (b Less c))");
    assert_eq!(
        grouped("a < b <= c < d"),
        "(((a Less b) And (b LessOrEqual c)) And (c Less d))"
    );
    assert_eq!(grouped("(a < b) < c"), "((a Less b) Less c)");
    assert_eq!(
        grouped("a < b and c < d < e"),
        "((a Less b) And ((c Less d) And (d Less e)))"
    );
    assert_eq!(grouped("a =: 'x' < b"), "((a Equal: 'x') And ('x' Less b))");
}

#[test]
fn membership() {
    assert_eq!(grouped("a in (1, 2 3, 5:9, -1, .)"), "(a In [1, 2, 3, 5:9, -1, .])");
    assert_eq!(grouped("a not in ('x' \"y\")"), "(Not (a In ['x', 'y']))");
    assert_eq!(grouped("a in: ('x') or b"), "((a In: ['x']) Or b)");
    assert_eq!(grouped("a in list"), "(a In [array list])");
    assert_eq!(grouped("a ^in (1)"), "(Not (a In [1]))");
    assert_eq!(grouped("a + 1 in (2)"), "((a Add 1) In [2])");
}

#[test]
fn constants() {
    assert_eq!(grouped("."), ".");
    assert_eq!(grouped(".a"), ".A");
    assert_eq!(grouped("._ + .z"), "(._ Add .Z)");
    assert_eq!(grouped("-1"), "-1");
    assert_eq!(grouped("- 1 ** 2"), "(Minus (1 Power 2))");
    assert_eq!(grouped("0ffx"), "255");
    assert_eq!(grouped("'02JAN1960'd"), "1");
    assert_eq!(grouped("'0:01't"), "60");
    assert_eq!(grouped("'01JAN1960:00:00:01'dt"), "1");
    assert_eq!(grouped("'it''s'"), "'it's'");
    assert_eq!(grouped("'4f4b'x"), "'OK'");
    assert_eq!(grouped("1e3"), "1000");
}

#[test]
fn calls_elements_and_by_variables() {
    assert_eq!(grouped("f()"), "f[]");
    assert_eq!(grouped("a{i, j + 1}"), "a{i, (j Add 1)}");
    assert_eq!(grouped("a[1]"), "a{1}");
    assert_eq!(grouped("first.x and not last.y"), "(first.x And (Not last.y))");
    assert_eq!(grouped("put(a + 1, dollar12.2)"), "put((a Add 1), dollar12.2)");
    assert_eq!(grouped("put(a, $20.)"), "put(a, $20.)");
    assert_eq!(grouped("input(t, ?? date9.)"), "input(t, ??date9.)");
    assert_eq!(grouped("input(t, 8.2)"), "input(t, 8.2)");
    assert_eq!(
        grouped("put(a, 8. -l)"),
        "left[One(Conversion { name: \"put\", value: Name(\"a\"), question_marks: 0, spec: \"8.\" })]"
    );
    assert_eq!(
        grouped("sum(of x1-x3 y: a{*}, 1)"),
        "sum[Of([Numbered { prefix: \"x\", first: 1, last: 3, digits: 1 }, Prefix(\"y\"), Array(\"a\")]), \
         One(Number(1.0))]"
    );
}

#[test]
fn where_has_operators_of_its_own() {
    assert_eq!(restricted("a <> b"), "(a NotEqual b)");
    assert_eq!(restricted("not a = b and c"), "((Not (a Equal b)) And c)");
    assert_eq!(
        restricted("a between 1 and 2 + 3 and b"),
        "((a Between 1 (2 Add 3)) And b)"
    );
    assert_eq!(restricted("a not between 1 and 2"), "(Not (a Between 1 2))");
    assert_eq!(
        restricted("a contains 'x' or a ? 'y'"),
        "((a Contains 'x') Or (a Contains 'y'))"
    );
    assert_eq!(restricted("a like 'x%'"), "(a Like 'x%')");
    assert_eq!(
        restricted("a like 'x^%' escape '^' and b"),
        "((a Like 'x^%' Escape '^') And b)"
    );
    assert_eq!(restricted("a not like 'x%'"), "(Not (a Like 'x%'))");
    assert_eq!(
        restricted("a is missing and b is not null"),
        "((a IsMissing) And (Not (b IsMissing)))"
    );
    assert_eq!(restricted("a in (1) and b"), "((a In [1]) And b)");
}

#[test]
fn deep_expressions_are_refused_not_fatal() {
    let deep = |before: &str, after: &str| refused(&format!("{}1{}", before.repeat(5000), after.repeat(5000)));
    for message in [
        deep("(", ")"),
        deep("-", ""),
        deep("f(", ")"),
        deep("a{", "}"),
        deep("a ** ", ""),
        deep("not ", ""),
    ] {
        assert!(message.contains("nested too deeply"), "{message}");
    }
    let long = format!("1{}", " + 1".repeat(5000));
    assert!(
        refused(&long).contains("more than 1000 operations"),
        "{}",
        refused(&long)
    );
    assert_eq!(refused(&format!("1{}", " + 1".repeat(900))), "");
    assert_eq!(refused(&format!("{}1{}", "(".repeat(90), ")".repeat(90))), "");
    let doubling = format!("{}1{}", "1 < (".repeat(45), ") < 1".repeat(45));
    assert!(
        refused(&doubling).contains("comparisons of comparisons"),
        "{}",
        refused(&doubling)
    );
}
