//! Tests of the macro language as programs see it.

mod comments;

use proptest::prelude::*;

use crate::reader::Reader;
use crate::testing::{Log, run, run_with, scan, statements};

/// Returns what `%put` writes for a text, after some statements.
fn put(before: &str, text: &str) -> String {
    run(&format!("{before} %put [{text}];"))
}

#[test]
fn references_and_their_dots() {
    let before = "%let a=1; %let b=x; %let x1=deep; %let n=b; %let e=; %let self=x&b;";
    for (text, value) in [
        ("&a", "1"),
        ("&a.b", "1b"),
        ("&a..b", "1.b"),
        ("&b&a", "x1"),
        ("&&b", "x"),
        ("&&x&a", "deep"),
        ("&&x&a.", "deep"),
        ("&&x&a..", "deep"),
        ("&&x&a...y", "deep.y"),
        ("&&&n", "x"),
        ("&&&b&a", "deep"),
        ("a&e.b", "ab"),
        ("&self", "xx"),
        ("& a", "& a"),
        ("5 & 6", "5 & 6"),
        ("\"&a\" '&a'", "\"1\" '&a'"),
        ("&A", "1"),
    ] {
        assert_eq!(put(before, text), format!("[{value}]"), "{text}");
    }
}

#[test]
fn what_is_not_there_is_warned_of() {
    insta::assert_snapshot!(run(
        "x = &none; y = \"&none.a\" '&none'; %none(1); %put %none &none; z = a&&b;"
    ));
}

#[test]
fn values_make_words_with_the_text_around_them() {
    assert_eq!(
        statements("%let n=2; data a&n b&n.c lib.t&n; x = &n.5;"),
        "data a2 b2c lib.t2; x = 25"
    );
    assert_eq!(statements("%macro m; 1 %mend; data a%m b;"), "data a1 b");
    assert_eq!(statements("%let s=%str(a; b); &s; c \"&s\";"), "a; b; c 'a; b'");
}

#[test]
fn the_session_is_asked_and_changes_variables() {
    assert_eq!(put("%let v = read;", "%sysfunc(fget(1, v)) &v"), "[0 read!]");
    assert_eq!(put("%let v = x;", "%sysfunc(resolve(%nrstr(&v)))"), "[x]");
    assert_eq!(put("%let a = 3; %let b = 1; %syscall sortn(a, b);", "&a &b"), "[1 3]");
    assert_eq!(
        put("%let t = ; %let a = x; %let b = y; %syscall cats(t, a, b);", "&t"),
        "[xy]"
    );
    assert!(run("%syscall none(a);").contains("NONE in %SYSCALL"));
    assert!(run("%syscall sortn;").contains("%SYSCALL"));
}

#[test]
fn macros_are_deleted_and_tell_their_names() {
    let inner = "%macro inner; %put %sysmexecname(0) %sysmexecname(1) %sysmexecname(2) %sysmacexec(outer); %mend;";
    assert_eq!(
        run(&format!("{inner} %macro outer; %inner %mend; %outer")),
        "OPEN CODE OUTER INNER 1"
    );
    assert_eq!(
        put(
            "%macro m; x %mend; %sysmacdelete m; %sysmacdelete m / nowarn;",
            "%sysmacexist(m)"
        ),
        "[0]"
    );
}

#[test]
fn labels_are_computed() {
    let text = "%macro m(n); %goto l%eval(&n + 1); %l1: %put one; %return; %l2: %put two; %mend; %m(1)";
    assert_eq!(run(text), "two");
}

#[test]
fn line_ends_of_the_program_are_blanks_of_values() {
    assert_eq!(put("%let a = x\n  y;", "&a"), "[x   y]");
    assert_eq!(put("%let a = %nrstr(x\r\ny);", "&a"), "[x y]");
}

#[test]
fn variables_of_other_sessions() {
    insta::assert_snapshot!(run("%let a = 1; %let t = t1;\n\
         %syslput x = &a b ;\n\
         %syslput dir=/data/x / remote=t2;\n\
         %syslput y&a = %nrstr(&a;) /process = &t;\n\
         %syslput empty=;\n\
         %sysrput rc = [&a] / remote=t;\n\
         %macro m(n); %sysrput rc&n = &n; %mend; %m(2)\n\
         %syslput x; %sysrput; %syslput 1x=2; %syslput x=1 / remote=gone;\n\
         %syslput x=1 / remote=longername; %syslput _user_=1 / like='a%';"));
}

#[test]
fn without_other_sessions_there_are_no_variables_of_them() {
    let mut reader = Reader::new("test", "%syslput a=1;\n  %sysrput b=2;").unwrap();
    let mut surroundings = crate::testing::SilentSurroundings::default();
    let mut said = || reader.next_statement(&mut surroundings).unwrap_err();
    assert_eq!(
        said().to_string(),
        "%SYSLPUT cannot set A: no other session was begun; write SIGNON before it"
    );
    let error = said();
    assert_eq!((error.position.line, error.position.column), (2, 3));
    assert_eq!(
        error.to_string(),
        "%SYSRPUT cannot set B: no other session began this one; it belongs between RSUBMIT and ENDRSUBMIT"
    );
}

#[test]
fn files_are_included_by_the_session_that_runs_a_block() {
    let program = "%macro m; rsubmit t; %let f = a; %include \"&f..sas\"; endrsubmit; %mend; %m x;";
    let mut reader = Reader::new("test", program).unwrap();
    let mut log = Log::default();
    reader.next_statement(&mut log).unwrap();
    let block = reader.block(&mut log).unwrap();
    assert_eq!(block.text.trim(), "%include \"a.sas\";");
}

#[test]
fn parameters() {
    let before = "%macro m(a, b, c=3, d=&c.4); a=&a b=&b c=&c d=&d; %mend;";
    for (call, expected) in [
        ("%m", "a= b= c=3 d=34"),
        ("%m()", "a= b= c=3 d=34"),
        ("%m(1, 2)", "a=1 b=2 c=3 d=34"),
        ("%m(1, c=9, b=2)", "a=1 b=2 c=9 d=94"),
        ("%m((1,2), %str(x,y))", "a=(1,2) b=x,y c=3 d=34"),
        ("%m ('a,b' , \"c)\")", "a='a,b' b='c)' c=3 d=34"),
        ("%m(/* no */ 1,,c=)", "a=1 b= c= d=4"),
    ] {
        assert_eq!(statements(&format!("{before} {call}")), expected, "{call}");
    }
    insta::assert_snapshot!(run(&format!("{before} %m(1,2,3); %m(e=1); %m(1; x;")));
}

#[test]
fn a_macro_without_parameters_leaves_parentheses_alone() {
    assert_eq!(statements("%macro m; x %mend; %m(1);"), "x (1)");
    assert_eq!(statements("%macro m; x %mend; %m();"), "x ()");
    // A macro with an empty parameter list takes them.
    assert_eq!(statements("%macro m(); x %mend; a%m()b %m(/* */)c %m;"), "ax b x c x");
    assert_eq!(
        run("%macro m(); x %mend; %m(1)"),
        "ERROR 1:22: More positional parameters found than defined.\nIt takes at most 0 and is given 1; for a value \
         that holds commas, write %str(…) around it."
    );
}

#[test]
fn values_with_commas_are_several_arguments() {
    let program = "%macro m(a, b); &a-&b; %mend; %let l=1,2; %m(&l) %m(%bquote(&l), 3)";
    assert_eq!(statements(program), "1-2; 1,2-3");
}

#[test]
fn conditions() {
    let before = "%macro m(x); %if &x = 1 %then one; %else %if &x = 2 %then %do; two; deux; %end; %else other \
        %m2(&x); . %mend; %macro m2(x); <&x> %mend;";
    let all = format!("{before} %m(1); %m(2); %m(3);");
    assert_eq!(statements(&all), "one .; two; deux; .; other <3> .");
    // Text after an action is not joined with it.
    let program = "%macro k(f); keep a %if &f %then b; c; %mend; %k(1) %k(0)";
    assert_eq!(statements(program), "keep a b c; keep a c");
}

#[test]
fn conditions_in_open_code() {
    let program =
        "%let d = 1; a; %if &d %then %do; b; %let d = 2; %end; %else %do; c; %end; e&d; %if &d = 1 %then %put no; f;";
    assert_eq!(statements(program), "a; b; e2; f");
}

#[test]
fn conditions_within_texts() {
    let program = "%macro m(n); title \"for %if &n = 1 %then one; %else many;!\"; %mend; %m(1) %m(2)";
    assert_eq!(statements(program), "title 'for one!'; title 'for many!'");
}

#[test]
fn loops() {
    for (body, expected) in [
        ("%do i = 1 %to 3; &i %end;", "1 2 3"),
        ("%do i = 3 %to 1 %by -1;&i%end;", "321"),
        ("%do i = 1 %to 0; &i %end; none", "none"),
        ("%do i = 1 %to 2; %do j = 1 %to 2; &i&j %end; %end;", "11 12 21 22"),
        (
            "%let i = 0; %do %while(&i < 3); %let i = %eval(&i + 1); &i %end;",
            "1 2 3",
        ),
        ("%let i = 5; %do %until(&i >= 5); %let i = %eval(&i + 1); &i %end;", "6"),
        (
            "%do i = 1 %to 9; %let i = %eval(&i + 1); &i %end; end &i",
            "2 4 6 8 10 end 11",
        ),
        ("%do i = 1 %to 3; %if &i = 2 %then %goto out; &i %end; %out: &i", "1 2"),
        (
            "%let k = 0; %again: %let k = %eval(&k + 1); &k %if &k < 3 %then %goto again;",
            "1 2 3",
        ),
        ("a %return; b", "a"),
        ("%do; x %end;", "x"),
        ("* it's; b 'x%do' c", "b 'x%do' c"),
        ("%* it's a comment; b /* %end; ' */ c", "b c"),
    ] {
        let program = format!("%macro m; {body} %mend; %m;");
        assert_eq!(statements(&program), expected, "{body}");
    }
}

#[test]
fn local_and_global() {
    insta::assert_snapshot!(run(
        "%let g = 0; %macro m; %local l; %let l = 1; %let g = 2; %let n = 3; %global w; %let w = 4; %inner %mend;
         %macro inner; %let l = 5; %put _local_; %put _user_; %mend;
         %m %put &g &w; %put _global_; %put &n; %symdel g none; %put %symexist(g) %symglobl(w) %symlocal(w);"
    ));
}

#[test]
fn put_of_names_with_values() {
    assert_eq!(
        run("%let a=1; %put &=a and %str(&=a); %put NOTE: so;"),
        "A=1 and A=1\nNOTE: so"
    );
}

#[test]
fn text_functions() {
    let before = "%let t=ab cd-ef; %let l=a,b;";
    for (text, value) in [
        ("%upcase(&t)", "AB CD-EF"),
        ("%lowcase(ÄB)", "äb"),
        ("%substr(&t, 4, 2)", "cd"),
        ("%substr(&t, 2+2)", "cd-ef"),
        ("%scan(&t, 2)", "cd"),
        ("%scan(&t, -1, %str( ))", "cd-ef"),
        ("%scan(%bquote(&l), 2, %str(,))", "b"),
        ("%index(&t, cd)", "4"),
        ("%length(&t)", "8"),
        ("%length()", "0"),
        ("%verify(123x, 0123456789)", "4"),
        ("%cmpres(  a   b  )", "a b"),
        ("%trim(%str(a  ))b", "ab"),
        ("%left(%str(  a))", "a"),
        ("%datatyp(1.5) %datatyp(a)", "NUMERIC CHAR"),
        ("%eval(1 + %length(abc) * 2)", "7"),
        (
            "%sysevalf(7/2) %sysevalf(7/2, floor) %sysevalf(7/2, boolean)",
            "3.5 3 1",
        ),
        ("%sysget(HOME)", "/home/someone"),
        ("%sysmexecdepth", "0"),
        ("%upcase(%substr(abc, 2))", "BC"),
    ] {
        assert_eq!(put(before, text), format!("[{value}]"), "{text}");
    }
    insta::assert_snapshot!(run(
        "%put %substr(abc, 4) %substr(abc, 2, 9); %put %substr(abc); %put %eval; %put %index(a,b,c); %put %scan(a, x);"
    ));
}

#[test]
fn functions_of_the_data_step() {
    for (text, value) in [
        ("%sysfunc(sqrt(16))", "4"),
        ("%sysfunc(constant(pi))", "3.14159265358979"),
        ("%sysfunc(today(), date9.)", "02JAN1960"),
        ("%sysfunc(putn(1234.5, comma10.2))", "  1,234.50"),
        ("%sysfunc(putn(5, z, 4))", "0005"),
        ("%sysfunc(inputn(02jan1960, date9.))", "1"),
        ("%sysfunc(mdy(1, 2, 1960))", "1"),
        ("%sysfunc(intnx(month, '15jan1960'd, 1))", "31"),
        ("%sysfunc(catx(-, 01, b))", "01-b"),
        ("%sysfunc(upcase(%str(a,b)))", "A,B"),
        ("%sysfunc(exist(work.a)) %sysfunc(exist(b))", "1 0"),
        ("%sysfunc(max(1, ., 3))", "3"),
    ] {
        assert_eq!(put("", text), format!("[{value}]"), "{text}");
    }
    insta::assert_snapshot!(run(
        "%put %sysfunc(nosuch(1)); %put %sysfunc(sqrt(a)); %put %sysfunc(sqrt(-1)); %put %sysfunc(sqrt(1,2)); %put \
         %sysfunc(sqrt); %put %sysfunc(sqrt(4), nosuch.); %put %sysfunc(inputn(x, 8.));"
    ));
    assert_eq!(
        run("%put %sysfunc(strip());"),
        "ERROR 1:6: The function STRIP referenced by the %SYSFUNC or %QSYSFUNC macro function has too few arguments.\n\
         It needs at least 1 and is given 0."
    );
}

#[test]
fn quoting() {
    let before = "%let amp=%nrstr(&x %m); %let x=1; %let q=%str(it%'s); %let s=%str(a;b);";
    for (text, value) in [
        ("&amp", "&x %m"),
        ("%unquote(%nrstr(&x))", "1"),
        ("&q", "it's"),
        ("%str( a )", " a "),
        ("%str(&x;%(%))", "1;()"),
        ("%nrstr(%(&x%%))", "(&x%)"),
        ("%bquote(&s &q)", "a;b it's"),
        ("%superq(amp)", "&x %m"),
        ("%superq(none)x", "x"),
        ("%length(&amp)", "5"),
        ("%qupcase(&amp)", "&X %M"),
        ("%qscan(&s, 1, %str(;))", "a"),
        ("%qsubstr(&amp, 1, 2)", "&x"),
        ("%eval(%str(or) = or1)", "0"),
    ] {
        let got = put(before, text);
        let got = got.lines().last().unwrap_or_default();
        assert_eq!(got, format!("[{value}]"), "{text}");
    }
    assert_eq!(run("%let x=%str(%'); y = \"&x\" z;"), "> y = '''' z;");
    assert_eq!(run("%let c=%str(or); %if %str(&c) = %str(or) %then %put same;"), "same");
}

#[test]
fn macros_in_macros() {
    let program = "%macro outer(n); %macro inner; x&n; %mend; %macro made(n); y&n; %mend; %made(3) %mend; %outer(1) \
        %outer(2) %inner %made(4)";
    insta::assert_snapshot!(run(program));
    assert_eq!(
        statements("%macro f(n); %if &n > 1 %then %eval(&n * %f(%eval(&n - 1))); %else 1; %mend; x = %f(10);"),
        "x = 3628800"
    );
    assert_eq!(statements("%macro a; 1; %mend; %macro a; 2; %mend; %a"), "2");
    assert_eq!(
        statements("%macro go_on / parmbuff; &syspbuff; %mend; %go_on(a, b=c)"),
        "(a, b=c)"
    );
    assert_eq!(
        statements(
            "%macro i(x) / minoperator mindelimiter=','; %if &x in a,b %then yes; %else no;; %mend; %i(b) %i(c)"
        ),
        "yes; no"
    );
    assert_eq!(
        statements("%let m=f; %macro f(x); <&x>; %mend; %&m(1) %&m.(2)"),
        "<1>; <2>"
    );
}

#[test]
fn what_goes_on_without_end_is_refused() {
    let mut log = Log::default();
    let program = "%macro m; %m %mend; %m; a; %macro n; %let x = %n; %mend; %n; b;
        x = &self; c;
        %macro grow; %do %while(1); %str(a text of some length, to be done with this the sooner) %end; %mend; %let y \
            = %grow; d;";
    let mut reader = Reader::new("test", program).unwrap();
    let name = crate::macros::Name::new("self").unwrap();
    reader
        .symbols_mut()
        .set(name, "&self", crate::macros::Scope::Global)
        .unwrap();
    run_with(&mut reader, &mut log);
    let kept: Vec<_> = log
        .lines
        .iter()
        .filter(|line| !line.starts_with("WARNING"))
        .cloned()
        .collect();
    insta::assert_snapshot!(kept.join("\n"));
}

#[test]
fn idioms_of_real_programs() {
    for (program, expected) in [
        (
            "%macro each(data=, vars=);\n  %local i var;\n  %do i = 1 %to %sysfunc(countw(&vars));\n    %let var = \
             %scan(&vars, &i);\n    sum_&var + &var;\n  %end;\n%mend each;\ndata t; set a; %each(vars=x y) run;",
            "data t; set a; sum_x + x; sum_y + y; run",
        ),
        (
            "%macro m(x); %if &x eq %str() %then none; %else %if \"&x\" = \"b\" %then is_b; %else &x;; %mend; %m() \
             %m(b) %m(c)",
            "none; is_b; c",
        ),
        (
            "%macro m; %if %sysfunc(exist(work.a)) and not %sysfunc(exist(b)) %then %do; ok; %end; %mend m; %m",
            "ok",
        ),
        (
            "%let dt = %sysfunc(intnx(month, \"01jan1960\"d, 2, e), date9.); x = \"&dt\"d;",
            "x = '31MAR1960'd",
        ),
        (
            "%let p = /data/in; filename f \"&p/a.csv\"; * don't; title \"It's &p\" '100%';",
            "filename f '/data/in/a.csv'; title 'It''s /data/in' '100%'",
        ),
        (
            "%macro cols(n); %do i = 1 %to &n; v&i %if &i < &n %then , ; %end; %mend; keep(%cols(3));",
            "keep(v1 , v2 , v3 )",
        ),
        (
            "%macro w(n); %do %while (&n > 0); n&n; %let n = %eval(&n - 1); %end; %mend; %w(2)",
            "n2; n1",
        ),
        (
            "%let where = %nrstr(x > 1 & y); data a(where=(%unquote(&where)));",
            "data a(where=(x > 1 & y))",
        ),
        (
            "%let v1 = a; %let v2 = b; %macro all; %do i = 1 %to 2; &&v&i.._t %end; %mend; keep %all;",
            "keep a_t b_t",
        ),
        ("**** a banner ****; %*** another ***; x;", "x"),
        ("%let x = %eval(%length(abc) > 2 and %index(abc, b)); y = &x;", "y = 1"),
        ("%macro q(v); %superq(v) %mend; x = \"%q(a%str(;)b)\";", "x = 'a;b '"),
    ] {
        assert_eq!(statements(program), expected, "{program}");
    }
}

#[test]
fn the_deepest_nesting_fits_the_stack() {
    let calls = "%eval(".repeat(62);
    let parens = "(".repeat(190);
    let program = format!("x = {calls}{parens}1{}{};", ")".repeat(190), ")".repeat(62));
    assert_eq!(statements(&program), "x = 1");
}

#[test]
fn what_cannot_be_compiled_is_said() {
    let programs = [
        "%macro m; a; b;",
        "%macro m; %do i = 1; %end; %mend; a;",
        "%macro m; %do; %mend; a;",
        "%macro m; %end; %mend; a;",
        "%macro m; %if 1 b; %mend; a;",
        "%macro m(1x); %mend; a;",
        "%macro m(x, x); %mend; a;",
        "%macro upcase(x); %mend; a;",
        "%macro m / stmt; %mend; a;",
        "%macro m; %macro n; %mend; a;",
        "%let n = 1; %macro m&n; %mend; a;",
        "%let x; a;",
        "%let 1x = 2; a;",
        "%let x = 'a; b;",
        "%do i = 1 %to 2; a;",
        "%else b; a;",
        "%mend; a;",
        "%local x; a;",
        "%return; a;",
        "%sysexec ls; a;",
        "%macro m; %goto no; %mend; %m a;",
        "%macro m; %goto 1 2; %mend; a;",
        "%abort cancel; a;",
        "%macro m; %global x; %local y; %let y = 1; %n %mend; %macro n; %global y; %mend; %m a;",
    ];
    insta::assert_snapshot!(programs.map(run).join("\n---\n"));
}

/// Programs to be corrupted.
const PROGRAMS: [&str; 4] = [
    "%macro sales(in=, out=, n=3);\n  %local i;\n  data &out; set &in;\n    %do i = 1 %to &n; x&i = a&i * 2; \
     %end;\n    if a1 > '01JAN2020'd then do; output; end;\n  run;\n%mend sales;\n%sales(in=lib.a, out=b)\n",
    "%let list = a b c;\n%macro each(list);\n %let i = 1;\n %do %while(%scan(&list, &i) ne );\n  %let v = \
     %scan(&list, &i); proc print data=&v; title \"&v is &i\"; run;\n  %let i = %eval(&i + 1);\n \
     %end;\n%mend;\n%each(&list);\n",
    "data _null_; * it's; x = \"a&b\"; /* %no */ y = '%let'; call symput('n', 3); run;\n%if &n > 2 %then %do; %put \
     NOTE: %sysfunc(putn(&n, 8.2)) %str(;); %end; %else %put &&x&n;\n",
    "%let q = %nrstr(&a %b); %let r = %bquote(it's %superq(q)); %put %qscan(&r, 1) %unquote(&q); x = 0FFx + 1e-3 || \
     'ab'x;\n",
];

proptest! {
    #[test]
    fn no_text_makes_reading_panic(
        text in "([-%&;'\"()=.,*/a-c1 \n\u{10FF3B}é]|%let |%macro |%mend;|%if |%then |%else |%do |%end;|%to |%str\\(|\
            %eval\\(|&&|%sysfunc\\(){0,60}",
    ) {
        scan(&text);
    }

    #[test]
    fn no_spoiled_program_makes_reading_panic(
        which in 0..PROGRAMS.len(),
        other in 0..PROGRAMS.len(),
        cuts in proptest::array::uniform4(0.0..1.0_f64),
        put in "[-%&;'\"()=.,*/a 1]{0,4}",
    ) {
        // A piece of another program in place of a piece of this one, and some marks.
        let piece = |text: &'static str, from: f64, to: f64| {
            let at = |part: f64| (text.len() as f64 * part) as usize;
            let (from, to) = (at(from.min(to)), at(from.max(to)));
            (&text[..from], &text[from..to], &text[to..])
        };
        let (before, _, after) = piece(PROGRAMS[which], cuts[0], cuts[1]);
        let (_, inner, _) = piece(PROGRAMS[other], cuts[2], cuts[3]);
        scan(&format!("{before}{put}{inner}{after}"));
    }

    /// A masked text comes out as it went in, whatever it is.
    #[test]
    fn quoted_values_come_out_as_they_went_in(value in "[ -~]{0,40}") {
        let mut reader = Reader::new("test", "%let copy = %superq(v); %put [%superq(copy)];").unwrap();
        let name = crate::macros::Name::new("v").unwrap();
        reader.symbols_mut().set(name, &value, crate::macros::Scope::Global).unwrap();
        let mut log = Log::default();
        run_with(&mut reader, &mut log);
        prop_assert_eq!(log.lines, [format!("[{value}]")]);
    }
}
