//! Diagnostics of programs with errors.

use insta::assert_snapshot;

use super::{errors_of, parse, rendered};

/// Returns each program with its diagnostics.
fn messages(programs: &[&str]) -> String {
    let mut text = String::new();
    for program in programs {
        let said = rendered(program);
        assert!(!said.is_empty(), "nothing is wrong with: {program}");
        text.push_str(&format!("{program}\n{said}\n"));
    }
    text
}

/// Returns each body of a DATA step with its diagnostics.
fn of_bodies(bodies: &[&str]) -> String {
    let programs: Vec<String> = bodies.iter().map(|body| format!("data a;\n  {body}\nrun;")).collect();
    messages(&programs.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn unknown_statements() {
    assert_snapshot!(
        "unknown_statements",
        of_bodies(&[
            "otput;",
            "frobnicate x;",
            "x - 1;",
            "again:: x = 1;",
            "goto 1;",
            "go again;",
            "link;",
            "list x;",
            "lostcard 2;",
            "describe b;",
            "declare map m();",
            "declare hash;",
            "declare hash h(dataset 'a');",
            "h.find(key: );",
            "h.find() + 1;",
            "h.num_items;",
            "first.x = 0;",
            "last.x + 1;",
            "x.y = 0;",
            "1 = x;",
            "x;",
            "delete x;",
            "end x;",
        ])
    );
}

#[test]
fn wrong_blocks() {
    assert_snapshot!(
        "wrong_blocks",
        of_bodies(&[
            "do; x = 1;",
            "select (x); when (1) y = 1;",
            "end;",
            "else x = 1;",
            "if a then x = 1; y = 2; else z = 3;",
            "when (1) x = 1;",
            "otherwise x = 1;",
            "select; x = 1; end;",
            "select; otherwise; when (1); end;",
            "select; otherwise; otherwise; end;",
            "leave;",
            "do; continue; end;",
            "if a then length x 8;",
            "if a then else x = 1;",
            "if a x = 1;",
            "if a then do i = 1 t 3; x = 1; end;",
            "do over a b; end;",
            "do i; end;",
            "do i = 1 to; end;",
            "select x; end;",
            "when x; end;",
        ])
    );
}

#[test]
fn wrong_expressions() {
    assert_snapshot!(
        "wrong_expressions",
        of_bodies(&[
            "x = ;",
            "x = (1 + 2;",
            "x = 1 +;",
            "x = a b;",
            "x = f(1, 2 3);",
            "x = f(1;",
            "x = a{1;",
            "x = y in ();",
            "x = y in (a);",
            "x = y in (1:1.5);",
            "x = '32JAN2026'd;",
            "x = '25'x + '2'x;",
            "x = '0101'b;",
            "x = 1e999;",
            "x = put(y, date9);",
            "x = put(y, 99999999.);",
            "x = y between 1 and 2;",
            "x = h.size(;",
            "x = y ? 'a';",
            "where a is empty;",
            "where a between 1 or 2;",
            "where clear;",
            "where also x = ;",
        ])
    );
}

#[test]
fn wrong_lists_and_data_sets() {
    assert_snapshot!(
        "wrong_lists",
        of_bodies(&[
            "keep;",
            "keep a, b;",
            "keep x1-y3;",
            "keep x-y;",
            "keep x1-x999999;",
            "by x1-x40000;",
            "put (x1-x30000) (=) (y1-y30000) (=);",
            "set a1-a900(keep=a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j);",
            "set a(kep=x);",
            "set a(keep x);",
            "set a(pw=x);",
            "set a(keep=x;",
            "set a(rename=a);",
            "set a(rename=(a=));",
            "output sales:;",
            "set a(sortedby=);",
            "set a nob=n;",
            "set a keyreset=n;",
            "merge;",
            "merge a b nobs=n;",
            "by;",
            "by groupformat;",
            "by x: 1;",
            "output b(keep=x);",
            "rename a b;",
            "rename x1-x3=y1-y2;",
        ])
    );
}

#[test]
fn wrong_declarations() {
    assert_snapshot!(
        "wrong_declarations",
        of_bodies(&[
            "length x;",
            "length x $;",
            "length x 99999999999;",
            "format date9.;",
            "label x;",
            "label x=Label;",
            "attrib x;",
            "attrib x lenth=8;",
            "attrib x label=8;",
            "array x;",
            "array x (1 2);",
            "array x{0};",
            "array x{1.5};",
            "array x{3 a b c;",
            "array x{2} _temporary_ a b;",
            "array x{2} (3:1);",
            "array x{2} (1:20000 1:20000);",
            "array x{2} (1 y);",
            "retain 1;",
        ])
    );
}

#[test]
fn wrong_input_and_put() {
    assert_snapshot!(
        "wrong_input",
        of_bodies(&[
            "infile;",
            "infile 'x' mssover;",
            "infile 'x' dsd=1;",
            "infile 'x' dlm;",
            "file 'x' missover;",
            "infile x(y;",
            "input 3;",
            "input x 8-3;",
            "input x 0;",
            "input x :;",
            "input (a b);",
            "input (a b) (x);",
            "input x1-x2 1-3;",
            "put @;  put @@ x;",
            "put x 8. -m;",
            "put x & 8.;",
            "put _page_;",
            "put 99999*'x';",
            "put f(x) +;",
        ])
    );
}

#[test]
fn filename_takes_devices_and_options_of_files() {
    for text in [
        "filename x;",
        "filename x 'a' colour=5;",
        "filename x ('a' 5);",
        "filename x 'a' 'b';",
    ] {
        assert!(rendered(text).contains("ERROR"), "{text}");
    }
    for text in [
        "filename x temp;",
        "filename x dummy 'a';",
        "filename x 'a' lrecl=5;",
        "filename x list;",
    ] {
        assert_eq!(rendered(text), "", "{text}");
    }
}

#[test]
fn wrong_statements_outside_steps() {
    assert_snapshot!(
        "wrong_outside",
        messages(&[
            "set a;",
            "porc print;",
            "ods pdf;",
            "libname;",
            "libname x;",
            "libname x ('a' 1);",
            "title11 'x';",
            "title colour=red 'x';",
            "options bufno=;",
            "missing a1;",
            "data a / stack=9; run;",
            "data a / view=a(source=save); run;",
            "data = 5; run;",
            "data a b(kee=x); run;",
            "data a; run cancel;",
            "proc; run;",
            "proc 'x'; run;",
        ])
    );
}

#[test]
fn what_a_macro_made_is_shown_in_its_text_too() {
    assert_snapshot!(
        "in_a_macro",
        messages(&["%macro wrong(x);\n  data a;\n    &x = (1 +;\n  run;\n%mend;\n%wrong(y)"])
    );
}

#[test]
fn one_error_makes_no_others() {
    assert_eq!(errors_of("if x = then do; y = 1; end; else do; y = 2; end;").len(), 2);
    assert_eq!(errors_of("do i = to 3; y = 1; end;").len(), 1);
    assert_eq!(errors_of("select (; when (1) y = 1; otherwise; end;").len(), 1);
    assert_eq!(errors_of("datalines x;\n1 2 3\n;").len(), 1);
}

#[test]
fn statements_nested_without_end_are_refused_not_fatal() {
    let deep = |before: &str, after: &str| errors_of(&format!("{}{}", before.repeat(5000), after.repeat(5000)));
    // It is reported once, and every END still has its group.
    let too_deep = ["statements are nested too deeply here"];
    assert_eq!(deep("do;\n", "end;\n"), too_deep);
    assert_eq!(deep("do i = 1 to 3;\nx = 1;\n", "y = 1;\nend;\n"), too_deep);
    assert_eq!(deep("if a then do;\n", "end;\n"), too_deep);
    assert_eq!(deep("select; when (1) ", ";end;\n"), too_deep);
    assert_eq!(
        errors_of(&format!("{}end;", "do;\n".repeat(300) + &"end;\n".repeat(300))),
        [too_deep[0], "161-185: No matching DO/SELECT statement."]
    );
    assert!(deep("if a then ", "")[0].contains("conditions stand one after the other"));
    assert_eq!(
        errors_of(&format!("if a then x = 0;\n{}", "else if a then x = 1;\n".repeat(5000))),
        too_deep
    );
    assert!(errors_of(&format!("if a then x = 0;\n{}", "else if a then x = 1;\n".repeat(900))).is_empty());
    assert!(errors_of(&format!("retain x {};", "(".repeat(5000)))[0].contains("nested too deeply"));
}

#[test]
fn an_option_that_is_none_is_refused_whatever_its_value_is() {
    let (units, _) = parse("data c; set a(dbtype=(x=num)); run;");
    let messages: Vec<_> = units[0].diagnostics.iter().map(|one| &one.message).collect();
    assert_eq!(messages, ["22-7: Invalid option name DBTYPE."]);
}
