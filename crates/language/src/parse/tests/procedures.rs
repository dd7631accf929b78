//! The parts that the grammars of procedures are made of.

use super::dump::{dump, explicit};
use super::parse;
use crate::parse::cursor::Cursor;
use crate::tree::{Procedure, Unit};

fn procedure(text: &str) -> Procedure {
    match parse(text).0.remove(0).unit {
        Unit::Procedure(procedure) => procedure,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_head_is_options_with_and_without_values() {
    let procedure =
        procedure("proc sort data=lib.a(keep=x where=(x > 1)) out=b nodupkey tagsort; by x descending y; run;");
    let mut cursor = Cursor::new(&procedure.head, procedure.at);
    let mut seen = Vec::new();
    while !cursor.at_end() {
        let has_value = cursor.at_option();
        let name = cursor.expect_name("an option").unwrap();
        if has_value {
            cursor.skip(1);
            let data_set = cursor.data_set().unwrap();
            let options = data_set.options.len();
            seen.push(format!("{}={} with {options} options", name.text, data_set.member.text));
        } else {
            seen.push(name.text);
        }
    }
    assert_eq!(
        seen,
        ["data=a with 2 options", "out=b with 0 options", "nodupkey", "tagsort"]
    );
    let mut by = Cursor::new(&procedure.statements[0], procedure.at);
    assert!(by.take_word("by"));
    assert_eq!(
        dump(&by.grouping().unwrap().variables),
        r#"[(One("x"), false), (One("y"), true)]"#
    );
}

#[test]
fn statements_are_read_with_the_parts_of_the_data_step() {
    let procedure =
        procedure("proc print; var x1-x3 y:; where x in (1) and y like 'a%'; format x 8.2 y; label x='X'; run;");
    let cursor = |index: usize| {
        let mut cursor = Cursor::new(&procedure.statements[index], procedure.at);
        cursor.skip(1);
        cursor
    };
    assert_eq!(cursor(0).variables("VAR").unwrap().len(), 2);
    assert_eq!(
        explicit(&cursor(1).where_expression().unwrap()),
        "((x In [1]) And (y Like 'a%'))"
    );
    assert_eq!(cursor(2).spec_items("FORMAT").unwrap().len(), 2);
    assert_eq!(cursor(3).labels().unwrap()[0].1, "X");
}
