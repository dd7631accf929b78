//! Property test: lowering does not panic, whatever combination of statements a step has.

use proptest::prelude::*;

use super::shelf;
use crate::{Options, data_step};
use feedrate_language::parse::{Parser, Program};
use feedrate_language::reader::Reader;
use feedrate_language::testing::{SilentSurroundings, extent_of};
use feedrate_language::tree::Unit;

const STATEMENTS: &[&str] = &[
    "set left;",
    "set left right end=x;",
    "merge left right(in=t);",
    "set class(where=(age > 3) keep=age rename=(age=x));",
    "by id;",
    "by descending x;",
    "by id notsorted;",
    "where x > 1;",
    "where also t like 'a%' escape 'a';",
    "x = t;",
    "t = x;",
    "t = 'abc' || x;",
    "x + 1;",
    "array x{3};",
    "array t{2} $ 2 ('a');",
    "array v{0:2, 2} x y z p q r;",
    "v{x, y} = 3;",
    "x{2} = t{1};",
    "x = sum(of x{*}, of _numeric_);",
    "do i = 1 to 3;",
    "do until (last.id);",
    "end;",
    "if first.id then output;",
    "else delete;",
    "select (x); when (1, 't') leave; otherwise; end;",
    "retain x 1 t 'a' (2 3);",
    "length x $ 3 t 4;",
    "attrib x length=$2 format=$5. label='q';",
    "format x date9. t $3.;",
    "keep x--t;",
    "drop t:;",
    "rename x=y y=x;",
    "label x='a';",
    "infile 'f' dsd end=x;",
    "input x t $ 3-5 @;",
    "_infile_ = t || _infile_;",
    "substr(_infile_, x) = scan(_infile_, 1);",
    "file log;",
    "put x= t (x t) (3.) _all_;",
    "call missing(x, t, of v{*});",
    "substr(t, x) = 'a';",
    "y = lag(t) || vname(v{x,1}) || put(x, best5.);",
    "leave;",
    "continue;",
];

proptest! {
    #[test]
    fn nothing_panics(choice in proptest::collection::vec(0..STATEMENTS.len(), 0..25)) {
        let body: String = choice.iter().map(|&index| STATEMENTS[index]).collect();
        let program = format!("data a b(keep=x); {body} run;");
        let mut reader = Reader::new("prog.sas", &program).unwrap();
        let mut surroundings = SilentSurroundings::default();
        let parsed = Parser::new(extent_of).next_unit(&mut Program::new(&mut reader, &mut surroundings));
        if let Some(Unit::Data(step)) = parsed.map(|parsed| parsed.unit) {
            let mut shelf = shelf();
            let lowered = data_step(&step, &mut shelf, &Options::default());
            // The result can be displayed, so every slot and array that it refers to exists.
            prop_assert!(lowered.step.to_string().contains("body"));
            for read in &lowered.step.reads {
                for load in read.sources.iter().flat_map(|source| &source.loads) {
                    prop_assert!(lowered.step.vector.variables.iter().any(|one| one.slot == load.slot));
                }
            }
        }
    }
}
