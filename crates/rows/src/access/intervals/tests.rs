//! Intervals against the conditions themselves, evaluated for values around their bounds.

use std::ops::RangeBounds;

use feedrate_program::{NumberSlot, SiteId, TextSlot};
use proptest::prelude::*;

use super::*;
use crate::access::interval::touches;
use crate::evaluation::membership::{is_among, is_like, is_text_among};

const NUMBER: NumberSlot = NumberSlot(3);
const TEXT: TextSlot = TextSlot { start: 5, length: 3 };

fn values() -> Vec<f64> {
    let missing = [missing::MISSING, missing::special(b'Z').unwrap()];
    let numbers = [-1e300, -2.5, -1.0, -0.0, 0.0, 1.0, 1.5, 2.0, 3.0, 1e9];
    missing.into_iter().chain(numbers).collect()
}

fn number() -> impl Strategy<Value = f64> {
    prop::sample::select(values())
}

fn comparison() -> impl Strategy<Value = Comparison> {
    prop::sample::select(vec![
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ])
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop::sample::select(b"ab \x01".to_vec()), 0..5)
}

/// A condition on the number or on the text, or on something else.
fn leaf() -> impl Strategy<Value = Number> {
    let variable = || Box::new(Number::Variable(NUMBER));
    let name = || Box::new(Text::Variable(TEXT));
    prop_oneof![
        (comparison(), number(), any::<bool>()).prop_map(move |(comparison, value, turned)| {
            let value = Box::new(match (value < 0.0, turned) {
                (true, true) => Number::Negate(Box::new(Number::Constant(-value)), SiteId(0)),
                _ => Number::Constant(value),
            });
            match turned {
                true => Number::Compare(comparison, value, variable()),
                false => Number::Compare(comparison, variable(), value),
            }
        }),
        prop::collection::vec(
            prop_oneof![
                number().prop_map(Membership::One),
                (-3..3, 0..3).prop_map(|(from, more): (i32, i32)| Membership::Range(from.into(), (from + more).into())),
            ],
            1..4
        )
        .prop_map(move |among| Number::In(variable(), among)),
        (comparison(), text(), any::<bool>(), any::<bool>()).prop_map(move |(comparison, value, prefix, turned)| {
            let value = Box::new(Text::Constant(value));
            let (left, right) = match turned {
                true => (value, name()),
                false => (name(), value),
            };
            Number::CompareText {
                comparison,
                prefix,
                left,
                right,
            }
        }),
        (prop::collection::vec(text(), 1..4), any::<bool>()).prop_map(move |(among, prefix)| {
            Number::InText {
                value: name(),
                prefix,
                among,
            }
        }),
        prop::collection::vec(prop::sample::select(b"ab %_!".to_vec()), 0..5).prop_map(move |pattern| Number::Like {
            value: name(),
            pattern,
            escape: Some(b'!'),
        }),
        Just(Number::Compare(
            Comparison::Equal,
            Box::new(Number::Variable(NumberSlot(9))),
            Box::new(Number::Constant(1.0))
        )),
    ]
}

fn condition() -> impl Strategy<Value = Number> {
    leaf().prop_recursive(4, 12, 2, |inner| {
        let logic = prop::sample::select(vec![Logic::And, Logic::Or]);
        (logic, inner.clone(), inner).prop_map(|(logic, a, b)| Number::Logic(logic, Box::new(a), Box::new(b)))
    })
}

/// Returns whether a condition can hold for some value of the other variable.
fn can_hold(condition: &Number, number: f64, text: &[u8]) -> bool {
    let operand = |it: &Number| match it {
        Number::Constant(value) => Some(*value),
        Number::Negate(value, _) => constant(value).map(|value| -value),
        Number::Variable(NUMBER) => Some(number),
        _ => None,
    };
    match condition {
        Number::Logic(Logic::And, a, b) => can_hold(a, number, text) && can_hold(b, number, text),
        Number::Logic(_, a, b) => can_hold(a, number, text) || can_hold(b, number, text),
        Number::Compare(comparison, a, b) => match (operand(a), operand(b)) {
            (Some(a), Some(b)) => comparison.holds(missing::compare(a, b)),
            _ => true,
        },
        Number::In(_, among) => is_among(number, among),
        Number::CompareText {
            comparison,
            prefix,
            left,
            right,
        } => {
            let bytes = |it: &Text| match it {
                Text::Constant(value) => value.clone(),
                _ => text.to_vec(),
            };
            let (left, right) = (bytes(left), bytes(right));
            let common = left.len().min(right.len());
            comparison.holds(match prefix {
                true => left[..common].cmp(&right[..common]),
                false => feedrate_values::value::compare_text(&left, &right),
            })
        }
        Number::InText { prefix, among, .. } => is_text_among(text, *prefix, among),
        Number::Like { pattern, escape, .. } => is_like(text, pattern, *escape),
        _ => true,
    }
}

fn has(intervals: &Option<Vec<Interval>>, key: &[u8]) -> bool {
    intervals.as_ref().is_none_or(|intervals| {
        let mut all = intervals.iter();
        all.any(|it| {
            let (from, to) = (it.from.as_ref(), it.to.as_ref());
            let bounds = (from.map(Vec::as_slice), to.map(Vec::as_slice));
            <(Bound<&[u8]>, Bound<&[u8]>) as RangeBounds<[u8]>>::contains(&bounds, key)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_value_with_which_a_condition_can_hold_is_left_out(
        condition in condition(),
        number in number(),
        text in prop::collection::vec(prop::sample::select(b"ab \x01".to_vec()), 3),
    ) {
        let of_number = Variable { slot: Slot::Number(NUMBER), length: 8 };
        let of_text = Variable { slot: Slot::Text(TEXT), length: 3 };
        let (numbers, texts) = (of_number.intervals(&condition), of_text.intervals(&condition));
        for intervals in [&numbers, &texts].into_iter().flatten() {
            for pair in intervals.windows(2) {
                prop_assert!(!touches(&pair[0].to, &pair[1].from), "{intervals:?}");
            }
        }
        if can_hold(&condition, number, &text) {
            prop_assert!(has(&numbers, &super::of_number(number)), "{numbers:?}");
            prop_assert!(has(&texts, &text), "{texts:?}");
        }
        let is_missing = text.iter().all(|&byte| byte == b' ');
        if let Some(texts) = &texts && is_missing && has(&Some(texts.clone()), &text) {
            prop_assert!(texts.iter().any(|it| of_text.has_missing(it)));
        }
        if let Some(all) = &numbers && missing::is_missing(number)
            && has(&numbers, &super::of_number(number))
        {
            prop_assert!(all.iter().any(|it| of_number.has_missing(it)));
        }
    }
}

#[test]
fn conditions_limit_their_variable() {
    let variable = Variable {
        slot: Slot::Number(NUMBER),
        length: 8,
    };
    let compare = |comparison, value| {
        let value = Box::new(Number::Constant(value));
        Number::Compare(comparison, Box::new(Number::Variable(NUMBER)), value)
    };
    let both = Number::Logic(
        Logic::And,
        Box::new(compare(Comparison::Greater, 1.0)),
        Box::new(compare(Comparison::LessOrEqual, 2.0)),
    );
    let expected = Interval {
        from: Bound::Excluded(of_number(1.0)),
        to: Bound::Included(of_number(2.0)),
    };
    assert_eq!(variable.intervals(&both), Some(vec![expected.clone()]));
    assert!(!variable.has_missing(&expected));
    let none = Number::Logic(
        Logic::And,
        Box::new(compare(Comparison::Greater, 2.0)),
        Box::new(compare(Comparison::Less, 1.0)),
    );
    assert_eq!(variable.intervals(&none), Some(Vec::new()));
    let sum = Number::Arithmetic(
        Arithmetic::Add,
        Box::new(Number::Constant(2.0)),
        Box::new(Number::Negate(Box::new(Number::Constant(1.0)), SiteId(0))),
        SiteId(0),
    );
    let equal = Number::Compare(Comparison::Equal, Box::new(sum), Box::new(Number::Variable(NUMBER)));
    let one = Interval::point(of_number(1.0));
    assert_eq!(variable.intervals(&equal), Some(vec![one]));
    let other = Number::Logic(Logic::Or, Box::new(both), Box::new(Number::Variable(NumberSlot(1))));
    assert_eq!(variable.intervals(&other), None);
}
