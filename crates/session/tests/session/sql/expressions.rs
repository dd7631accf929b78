//! Expressions come to what they come to in DATA steps.

use std::fmt::Write;

use super::{assert_nothing_differs, ran};
use crate::random::Random;

/// Observations of all kinds of numbers and texts.
const DATA: &str = "
    options nosyntaxcheck;
    data all;
      call streaminit(5);
      length a b c 8 s $ 6 t $ 9;
      array numbers{3} a b c;
      do i = 1 to 300;
        do j = 1 to 3;
          numbers{j} = int(12 * rand('uniform')) - 4;
          if numbers{j} = 4 then numbers{j} = .;
          if numbers{j} = 5 then numbers{j} = .a;
          if numbers{j} = 6 then numbers{j} = ._;
          if numbers{j} = 3 then numbers{j} = 1 / 3;
          if numbers{j} = -4 then numbers{j} = input('8000000000000000', hex16.);
          if numbers{j} = 7 then numbers{j} = 1e200 * rand('uniform');
        end;
        s = substr('   abcabAB  x y', 1 + int(9 * rand('uniform')), 1 + int(6 * rand('uniform')));
        t = substr('abcd   ab cd  x', 1 + int(7 * rand('uniform')), 1 + int(9 * rand('uniform')));
        output;
      end;
    run;";

/// Expressions that look as if drawn at random, the same each time.
struct Draw(Random);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0.below(end as u64) as usize
    }

    fn one<'t>(&mut self, among: &[&'t str]) -> &'t str {
        among[self.below(among.len())]
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(4) == 0 {
            let leaves = [
                "a", "b", "c", "a", "b", "c", "i", "0", "1", "2", "-1", "0.5", ".", ".a", "._", "3e300",
            ];
            return self.one(&leaves).to_owned();
        }
        let x = self.number(depth - 1);
        match self.below(12) {
            0..=4 => {
                let y = self.number(depth - 1);
                format!("({x} {} {y})", self.one(&["+", "-", "*", "/"]))
            }
            5 => format!("(-{x})"),
            6 => self.condition(depth - 1),
            7 => {
                let y = self.number(depth - 1);
                format!(
                    "{}({x}, {y})",
                    self.one(&["sum", "min", "max", "mean", "coalesce", "n"])
                )
            }
            8 => format!("{}({x})", self.one(&["int", "abs", "sign", "missing", "floor"])),
            9 => format!("length({})", self.text(depth - 1)),
            10 => {
                let (y, z) = (self.text(depth - 1), self.text(0));
                format!("index({y}, {z})")
            }
            _ => {
                let y = self.number(depth - 1);
                format!("round({x}, abs({y}))")
            }
        }
    }

    fn text(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(3) == 0 {
            let leaves = ["s", "t", "s", "t", "'a'", "'ab '", "' '", "'abc'", "' a'"];
            return self.one(&leaves).to_owned();
        }
        let x = self.text(depth - 1);
        match self.below(6) {
            0 | 1 => format!("({x} || {})", self.text(depth - 1)),
            2 => format!("{}({x})", self.one(&["upcase", "trim", "left", "strip", "reverse"])),
            3 => format!("substr({x}, 1, {})", 1 + self.below(3)),
            4 => format!("compress({x}, {})", self.text(0)),
            _ => format!("put({}, 8.3)", self.number(depth - 1)),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth > 0 {
            let inner = depth - 1;
            match self.below(6) {
                0 => {
                    let (x, y) = (self.condition(inner), self.condition(inner));
                    return format!("({x} {} {y})", self.one(&["and", "or"]));
                }
                1 => return format!("(not {})", self.condition(inner)),
                2 => {
                    let (x, y) = (self.text(inner), self.text(inner));
                    return format!("({x} {} {y})", self.comparison());
                }
                3 => {
                    // Conditions alone are numbers.
                    let x = self.text(inner);
                    return format!("({x} {}in ('a', 'ab  ', ' ', 'AB'))", self.one(&["", "not "]));
                }
                4 => {
                    let x = self.number(inner);
                    return format!("({x} {}in (1, ., .a, 0, 2.5))", self.one(&["", "not "]));
                }
                _ => {}
            }
        }
        let inner = depth.saturating_sub(1);
        let (x, y) = (self.number(inner), self.number(inner));
        format!("({x} {} {y})", self.comparison())
    }

    fn comparison(&mut self) -> &'static str {
        self.one(&["=", "^=", "<", "<=", ">", ">=", "eq", "ne", "lt", "le", "gt", "ge"])
    }
}

/// Expressions of one step and one query.
const TOGETHER: usize = 100;

#[test]
fn expressions_come_to_what_they_come_to_in_data_steps() {
    let steps = 100;
    let mut draw = Draw(Random(6));
    let mut program = DATA.to_owned();
    for step in 0..steps {
        let mut texts = Vec::new();
        let (mut data, mut sql, mut compared) = (String::new(), String::new(), String::new());
        for index in 0..TOGETHER {
            let depth = 1 + draw.below(3);
            let expression = match index % 4 {
                0 => draw.text(depth),
                1 => draw.condition(depth),
                _ => draw.number(depth),
            };
            if index % 4 == 0 {
                texts.push(index);
            }
            writeln!(data, "d{index} = {expression};").unwrap();
            let comma = if index == 0 { "" } else { "," };
            writeln!(sql, "{comma} {expression} as e{index}").unwrap();
            writeln!(
                compared,
                "if d{index} ^= e{index} then put 'DIFFERENT {step}.{index}: ' d{index}= e{index}= i= a= b= \
                 c= s= t= '{}';",
                expression.replace('\'', "''")
            )
            .unwrap();
        }
        let lengths: Vec<String> = texts.iter().map(|index| format!("d{index}")).collect();
        writeln!(
            program,
            "data steps; set all; length {} $ 200; {data} run;
             proc sql; create table queries as select {sql} from all; quit;
             data _null_; merge steps queries(in=there) end=last; {compared}
             if not there then put 'DIFFERENT: no row'; if last then put 'COMPARED ' _n_; run;",
            lengths.join(" ")
        )
        .unwrap();
    }
    let log = ran(&program);
    assert_nothing_differs(&log);
    assert_eq!(log.matches("\nCOMPARED 300\n").count(), steps);
}
