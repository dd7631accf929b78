//! Tests of executable statements.

use insta::assert_snapshot;

use super::lowered;

#[test]
fn conditions_and_exits() {
    assert_snapshot!(lowered(
        "data a b; set left; if id = 1 then delete; else if id = 2 then do; a = 0; output b; end;
         else return; if a > 0; if id = 9 then stop; if id = 8 then abort; run;"
    ));
}

#[test]
fn loops() {
    assert_snapshot!(lowered(
        "data a; do i = 1 to 10 by 2 while (x < 5), 20, 30 to 40; x + i; if x = 3 then continue;
         if x = 4 then leave; end; do c = 'a', 'bcd'; y = c; end; do while (x > 0); x + -1; end;
         do until (x > 3); x + 1; end; do k = 1 by 1 until (k > 3); end; run;"
    ));
}

#[test]
fn select_becomes_a_chain() {
    assert_snapshot!(lowered(
        "data a; set class; select (upcase(Sex)); when ('M', 'B') x = 1; when ('F') do; x = 2; end;
         otherwise x = 3; end; select; when (Age > 12) y = 1; when (Age < 3, Age = 5) y = 2; end; run;"
    ));
}

#[test]
fn leave_leaves_a_select() {
    assert_snapshot!(lowered(
        "data a; set left; select (id); when (1) do; if a = 2 then leave; b = 3; end; otherwise; end; run;"
    ));
}

#[test]
fn targets_of_all_kinds() {
    assert_snapshot!(lowered(
        "data a; length t $ 6; array u{2} $ 3 u1 u2; t = 5; substr(t, 2, 1) = 'x'; substr(u{2}, 1) = 'y';
         u{1} = 12; i = 1; u{i} = t; u{i} = i; x = '5'; x = 7; z = 1; z = '2'; run;"
    ));
}

#[test]
fn deep_and_long_programs_fit_the_stack() {
    let deep = format!(
        "data a; {} x = 1; {} run;",
        "do i = 1 to 2; ".repeat(150),
        "end; ".repeat(150)
    );
    assert!(lowered(&deep).contains("x = 1"));
    let long = format!(
        "data a; x = 1; {} x = 2; run;",
        "if x = 1 then y = 1; else ".repeat(900)
    );
    assert!(lowered(&long).contains("x = 2"));
    let nested = format!("data a; x = {}1{}; run;", "abs(".repeat(90), ")".repeat(90));
    assert!(lowered(&nested).contains("ABS("));
}

#[test]
fn objects() {
    assert_snapshot!(lowered(
        "data a;
           length id 8 t $5;
           declare hash h(dataset: 'left(keep=id t where=(id > 1))', ordered: 'a', suminc: 'n');
           declare hiter i('h');
           rc = h.definekey('id');
           h.definedata('t');
           h.definedone();
           if h.find(key: 3) = 0 then h.replace(key: 3, data: 'x');
           rc = i.next();
           n = h.num_items;
           h.has_next(result: more);
           h.sum(sum: total);
           h.output(dataset: cats('b', id, '(drop=t)'));
         run;"
    ));
}
