//! Comments of all three kinds where programs have them in macro code.

use super::put;
use crate::testing::{run, statements};

#[test]
fn a_comment_statement_in_open_code_runs_nothing() {
    for (program, expected) in [
        ("%macro m(x); ran &x %mend; *%m(1); a;", "a"),
        ("%let v = 1; *%let v = 2; a &v;", "a 1"),
        ("*%include 'nosuch.sas'; a;", "a"),
        ("* %if 1 %then %do; a;", "a"),
        ("* %eval(x) &none %none it's; a;", "a"),
        ("*%macro n; a; %*%mend; b;", "a; b"),
        ("%macro m; a; %mend; %m *%m; b;", "a; b"),
    ] {
        assert_eq!(statements(program), expected, "{program}");
    }
}

#[test]
fn a_comment_statement_in_a_macro_runs_what_it_holds() {
    // The semicolon of a macro statement is part of it, and the comment continues after it.
    for (body, expected) in [
        ("*%let v = 2; lost; a &v;", "a 2"),
        ("* %if 0 %then %do; b; %end; lost; a;", "a"),
        ("*%in; a;", "gave; a"),
    ] {
        let program = format!("%let v = 1; %macro in; c; gave%mend; %macro m; {body} %mend; %m");
        assert_eq!(statements(&program), expected, "{body}");
    }
}

/// PhUSE's util_passfail.sas has such a comment in a macro, and its published log of SAS 9.2 says ALL TESTS PASSED.
#[test]
fn words_in_strings_of_a_comment_statement_are_text() {
    for (body, expected) in [
        ("*|  '%macro-name( x, y )' |*; a;", "a"),
        ("* \"%macro-name( x, y )\" and '%let v = 2'; a &v;", "a 1"),
        ("* it's '; a;", "a"),
        ("* '%in' \"%if\" it's %in; a;", "gave; a"),
        ("* \"; %let v = 2; a &v;", "a 2"),
        ("%* '%macro-name( x, y )'; a;", "a"),
        ("/* '%macro-name( x, y )' */ a;", "a"),
        ("comment '%macro-name( x, y )'; a;", "comment '%macro-name( x, y )'; a"),
        ("%macro n; * '%macro-name(x)'; b; %mend; %n a;", "b; a"),
    ] {
        let program = format!("%let v = 1; %macro in; c; gave%mend; %macro m; {body} %mend; %m");
        assert_eq!(statements(&program), expected, "{body}");
    }
    for comment in [
        "*| '%macro-name( x, y )' |*;",
        "* \"%macro-name( x )\";",
        "* it's %macro-name;",
        "/* '%macro-name( x )' */",
    ] {
        assert_eq!(statements(&format!("{comment} a;")), "a", "{comment}");
    }
}

#[test]
fn comments_stand_between_the_words_of_conditions() {
    for condition in [
        "%if /* a */ &x /* ; */ = 1 /* %then */ %then /* %do */ %do; one; %end; /* ; */ %else /* b */ %do; two; %end;",
        "%if &x = 1 %then %do; one; %end; %* a comment; %else %do; two; %end;",
        "%if &x = 1 %then %do; one; %end; %* it's; /* and */ %* more %else; %else %* so; %do; two; %end;",
        "%if &x = 1 %then %* a; one%str(;); %* b; %else %* c; two%str(;);",
        "%if &x %* a; = 1 %* %then; %then one%str(;); %else two%str(;);",
        "%if &x = 1 %then %do /* a */ ; one; %end /* b */ ; %else %do /* c */; two; %end;",
    ] {
        let program = format!("%macro m(x); {condition} %mend; %m(1) %m(2)");
        assert_eq!(statements(&program), "one; two", "{condition}");
        let open = format!("%let x = 2; {condition} end;");
        assert_eq!(statements(&open), "two; end", "{condition}");
    }
}

#[test]
fn comments_stand_in_loops() {
    for (body, expected) in [
        (
            "%do /* i = 2; */ i /* = 3 */ = /* a */ 1 /* b */ %to /* c */ 2 /* ; */; &i %end /* d */;",
            "1 2",
        ),
        ("%do %* all; i = 1 %* from; %to 3 %by /* e */ 2; &i %end;", "1 3"),
        (
            "%let i = 0; %do /* a */ %while /* b */ (&i < 2 /* ) */) /* c */; %let i = %eval(&i + 1); &i %end;",
            "1 2",
        ),
        (
            "%let i = 0; %do %* a; %until %* b; (&i = 2); %let i = %eval(&i + 1); &i %end;",
            "1 2",
        ),
        ("%goto /* a */ out /* ; */; a; %out: b", "b"),
    ] {
        let program = format!("%macro m; {body} %mend /* m; */ m /* n; */; %m;");
        assert_eq!(statements(&program), expected, "{body}");
    }
}

#[test]
fn comments_are_no_part_of_the_text_of_a_macro() {
    for (body, value) in [
        ("/* x */ a /* y */ b", "a b"),
        ("a/* x */ b", "a b"),
        ("/* it's */a", "a"),
        ("'/* x */'", "'/* x */'"),
        ("%if 1 %then /* x */ a; /* y */", "a "),
    ] {
        let program = format!("%macro m; {body}%mend;");
        assert_eq!(put(&program, "\"%m\""), format!("[\"{value}\"]"), "{body}");
    }
    assert_eq!(statements("%macro m; data/* x */a; b; %mend; %m"), "data a; b");
}

#[test]
fn comments_stand_among_parameters_and_arguments() {
    for definition in [
        "%macro /* a */ m /* (x) */ (a /* a=1 */, b=2 /* the second, c=4 */, c=/* = */3) /* / */ / /* store */ \
         minoperator /* ; */;",
        "%macro m(a, /* b=1, */ b=2, c=3 /* ) */);",
        "%macro m(a %* the first = 1; , b %* x=1; = 2, c = 3);",
    ] {
        for call in [
            "%m(1)",
            "%m /* a=2 */ (1)",
            "%m(/* b=3, */ 1 /* , */)",
            "%m(1 %* b=3;)",
            "%m(1, b /* c=4 */ = /* = */ 2)",
        ] {
            let program = format!("{definition} &a &b &c; %mend; {call}");
            assert_eq!(statements(&program), "1 2 3", "{program}");
        }
    }
}

#[test]
fn comments_stand_in_other_statements() {
    for (program, expected) in [
        ("%let /* x= */ v /* = */ = /* a */ 1 /* b */; a &v;", "a 1"),
        ("%macro m; %local /* l */ v /* ; */; %let v = 1; a &v; %mend; %m", "a 1"),
        ("a %eval(1 /* ) */ + %* b; 2);", "a 3"),
        ("a %sysfunc(/* f( */ max(1, /* , */ 2));", "a 2"),
    ] {
        assert_eq!(statements(program), expected, "{program}");
    }
}

#[test]
fn blanks_stand_between_a_function_and_its_argument() {
    let before = "%macro m(x); <&x> %mend; %macro n; n %mend;";
    for (text, value) in [
        ("%str (a;b)", "a;b"),
        ("%nrstr\n(a;&b)", "a;&b"),
        ("%upcase (a%str(;)b)", "A;B"),
        ("%eval (1 + 2)", "3"),
        ("%trim(%m (a))", "<a>"),
    ] {
        assert_eq!(put(before, text).trim_end(), format!("[{value}]"), "{text}");
    }
    let program = "%macro m; %let x = %str (a; b;); &x %n (c); %mend; %macro n; n %mend; %m";
    assert_eq!(statements(program), "a; b; n (c)");
    assert_eq!(
        statements("%macro m; %if %index (a;b, b) %then yes; %else no; %mend; %m;"),
        "yes"
    );
}

#[test]
fn arguments_of_functions_that_are_numbers_are_computed() {
    for (text, value) in [
        ("%sysfunc(ifc(1=1,y,n))", "y"),
        ("%sysfunc(ifc(a=b or 0,y,n))", "n"),
        ("%sysfunc(ifn(2 > 1.5, 1+1, 3))", "2"),
        ("%sysfunc(round(7/3, 1/10))", "2.3"),
        ("%sysfunc(intnx(month, '15jan1960'd + 31, 2-1))", "60"),
        ("%sysfunc(putn(1+1, z4.))", "0002"),
        ("%sysfunc(max(2*3, 5))", "6"),
        // A string literal stays as it is written.
        ("%sysfunc(cats(1+1, a))", "1+1a"),
    ] {
        assert_eq!(put("", text), format!("[{value}]"), "{text}");
    }
    assert_eq!(
        run("%put %sysfunc(sqrt(1/0));"),
        "ERROR 1:6: the first argument of SQRT, `1/0`, is not a number: a division by zero is"
    );
}

#[test]
fn a_statement_that_is_not_there_does_no_harm_where_it_is_not_run() {
    let program = "%macro m(os); %if &os = WIN %then %sysexec del a; %else a; %mend; %m(LIN) ; %m(WIN)";
    assert_eq!(
        run(program),
        "> a;\nERROR 1:77 in 1:35: feedrate does not support %SYSEXEC; the user allows commands of the \
         system with `feedrate run -o xcmd`"
    );
}
