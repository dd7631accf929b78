use feedrate_dataset::Variable;
use feedrate_program::{Arithmetic, Comparison, Logic, Text, Vector};
use feedrate_values::missing::MISSING;

use super::*;

const X: NumberSlot = NumberSlot(0);
const SHORT: NumberSlot = NumberSlot(1);
const NAME: TextSlot = TextSlot { start: 0, length: 3 };

fn schema() -> Schema {
    let mut short = Variable::number("short");
    short.length = 3;
    Schema::lay_out(vec![Variable::number("x"), short, Variable::text("name", 3)]).unwrap()
}

fn filter(condition: Number) -> Filter {
    let slots = [Slot::Number(X), Slot::Number(SHORT), Slot::Text(NAME)];
    let load = |(column, slot)| Load { column, slot };
    Filter {
        vector: Vector::default(),
        loads: (0..).zip(slots).map(load).collect(),
        condition,
        text: String::new(),
    }
}

fn rows(rows: &[(f64, f64, &str)]) -> Vec<u8> {
    let schema = schema();
    let mut bytes = Vec::new();
    for (x, short, name) in rows {
        let mut row = vec![0; schema.row_length() as usize];
        let [at_x, at_short, at_name] = [0, 1, 2].map(|column| schema.variables()[column].span());
        row[at_x].copy_from_slice(&x.to_le_bytes());
        row[at_short].copy_from_slice(&short.to_le_bytes()[5..]);
        crate::vector::values::fill(&mut row[at_name], name.as_bytes());
        bytes.extend(row);
    }
    bytes
}

fn search(condition: Number, among: &[(f64, f64, &str)]) -> SearchResult {
    let filter = filter(condition);
    RowTest::new(&filter, &schema()).unwrap().search(&rows(among))
}

fn variable(slot: NumberSlot) -> Box<Number> {
    Box::new(Number::Variable(slot))
}

fn constant(number: f64) -> Box<Number> {
    Box::new(Number::Constant(number))
}

fn is_name(text: &str) -> Number {
    Number::CompareText {
        comparison: Comparison::Equal,
        prefix: false,
        left: Box::new(Text::Variable(NAME)),
        right: Box::new(Text::Constant(text.into())),
    }
}

#[test]
fn the_first_row_is_found_of_which_the_condition_holds() {
    let among = [(1.0, 1.0, "a"), (2.0, 5.0, "b"), (3.0, -2.0, "abc"), (9.0, 0.0, "b")];
    let above = |slot, number| Number::Compare(Comparison::Greater, variable(slot), constant(number));
    assert_eq!(search(above(X, 0.0), &among), SearchResult::Row(0));
    assert_eq!(search(above(X, 2.5), &among), SearchResult::Row(2));
    assert_eq!(search(above(X, 9.5), &among), SearchResult::NoMatch);
    assert_eq!(search(above(SHORT, 1.0), &among), SearchResult::Row(1));
    assert_eq!(search(is_name("abc"), &among), SearchResult::Row(2));
    assert_eq!(search(is_name("b   "), &among), SearchResult::Row(1));
    assert_eq!(search(is_name("abcd"), &among), SearchResult::NoMatch);
    assert_eq!(search(above(X, 0.0), &[]), SearchResult::NoMatch);
}

#[test]
fn what_the_interpreter_would_count_leaves_a_row_in_doubt() {
    let among = [(0.0, 1.0, ""), (2.0, 1.0, ""), (MISSING, 1.0, "")];
    let sum = Number::Arithmetic(Arithmetic::Subtract, variable(X), constant(0.0), SiteId(0));
    let is_seven = Number::Compare(Comparison::Equal, Box::new(sum), constant(7.0));
    assert_eq!(search(is_seven.clone(), &among), SearchResult::Undecided(2));
    // Not evaluated where the other side decides.
    let is_number = Number::Compare(Comparison::Greater, variable(X), constant(MISSING));
    let both = Number::Logic(Logic::And, Box::new(is_number), Box::new(is_seven));
    assert_eq!(search(both, &among), SearchResult::NoMatch);
    let quotient = Number::Arithmetic(Arithmetic::Divide, constant(1.0), variable(X), SiteId(0));
    assert_eq!(search(quotient, &among), SearchResult::Undecided(0));
}

#[test]
fn a_column_of_another_length_is_for_the_interpreter() {
    let mut filter = filter(is_name("a"));
    filter.condition = Number::CompareText {
        comparison: Comparison::Equal,
        prefix: false,
        left: Box::new(Text::Variable(TextSlot { start: 0, length: 5 })),
        right: Box::new(Text::Constant(b"a".to_vec())),
    };
    let test = RowTest::new(&filter, &schema()).unwrap();
    assert_eq!(test.search(&rows(&[(1.0, 1.0, "a")])), SearchResult::Undecided(0));
}
