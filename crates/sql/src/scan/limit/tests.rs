use std::cmp::Ordering;

use datafusion::logical_expr::{col, lit, not};
use feedrate_dataset::Variable;
use feedrate_values::value::{compare_text, trim};

use super::*;
use crate::typed::{number_literal, text_literal};

fn columns() -> (Vec<SourceColumn>, Schema) {
    let schema = Schema::lay_out(vec![Variable::number("x"), Variable::text("name", 3)]).unwrap();
    let own = |id: &str, kind, column| SourceColumn {
        id: id.to_owned(),
        kind,
        column,
    };
    // The query has them in another order.
    let columns = vec![own("c7", Kind::Text, 1), own("c8", Kind::Number, 0)];
    (columns, schema)
}

fn limit(condition: &Expr) -> Option<Number> {
    let (columns, schema) = columns();
    Some(Limit::of(condition, &columns, &schema)?.condition)
}

#[test]
fn slots_stand_for_columns() {
    let (columns, schema) = columns();
    let limit = Limit::of(&col("c8").gt(number_literal(3.0)), &columns, &schema).unwrap();
    let Number::Compare(Comparison::Greater, variable, value) = &limit.condition else {
        panic!("{:?}", limit.condition);
    };
    let Number::Variable(slot) = **variable else {
        panic!("{variable:?}");
    };
    assert!(matches!(**value, Number::Constant(3.0)));
    let load = limit.loads.iter().find(|load| load.slot == Slot::Number(slot));
    assert_eq!(load.unwrap().column, 0);
}

#[test]
fn what_is_not_understood_limits_nothing() {
    let understood = || col("c8").eq(number_literal(1.0));
    let not_understood = [
        col("c8").not_eq(number_literal(1.0)),
        not(understood()),
        col("c8").eq(col("c9")),
        col("c9").eq(number_literal(1.0)),
        col("c8").eq(text_literal(b"a")),
        col("c7").in_list(vec![text_literal(b"a"), col("c7")], false),
        col("c8").in_list(vec![number_literal(1.0)], true),
        col("c8").eq(lit(1_i64)),
        col("c7").lt(text_literal(b"a\x01")),
    ];
    assert!(limit(&understood()).is_some());
    for other in not_understood {
        assert!(limit(&other).is_none(), "{other}");
        // With OR it may hold for any row.
        assert!(limit(&understood().or(other.clone())).is_none(), "{other}");
        let both = limit(&other.clone().and(understood()));
        assert!(matches!(both, Some(Number::Compare(Comparison::Equal, ..))), "{other}");
    }
}

/// All values of up to three of some bytes.
fn texts() -> Vec<Vec<u8>> {
    let bytes = b"\x00\x01 !b\xff";
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    for length in 1..4 {
        let shorter = texts.iter().filter(|text| text.len() + 1 == length);
        let longer = shorter.flat_map(|text| bytes.iter().map(|&byte| [&text[..], &[byte]].concat()));
        let longer: Vec<_> = longer.collect();
        texts.extend(longer);
    }
    texts
}

fn holds(comparison: Comparison, order: Ordering) -> bool {
    match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessOrEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterOrEqual => order.is_ge(),
    }
}

#[test]
fn no_text_is_missed_that_the_plan_finds() {
    let texts = texts();
    let all = [
        Comparison::Equal,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];
    for comparison in all {
        let mut found = 0;
        for constant in &texts {
            let constant = trim(constant);
            // Values of two bytes are also compared with longer constants.
            let Some((limit, with)) = compared_text(comparison, constant, 2) else {
                continue;
            };
            for value in texts.iter().filter(|value| value.len() <= 2) {
                if holds(comparison, trim(value).cmp(constant)) {
                    found += 1;
                    let order = compare_text(value, &with);
                    assert!(
                        holds(limit, order),
                        "{value:?} {comparison:?} {constant:?} as {limit:?} {with:?}"
                    );
                }
            }
        }
        assert!(found > 100, "{comparison:?}: {found}");
    }
}
