//! Whole small programs, as people write them, parse without errors.

use super::{parse, rendered};
use crate::tree::Unit;

/// Programs with the number of their units.
const PROGRAMS: &[(&str, usize)] = &[
    // Rows made in a loop.
    (
        "data work.orders(bufsize=64k label='Orders');
           length region $ 8;
           do order = 1 to 1e6;
             region = scan('north south east west', 1 + mod(order, 4));
             amount = round(100 * rand('uniform'), 0.01);
             day = '01JAN2026'd + int(order / 1000);
             output;
           end;
           format day date9. amount dollar12.2;
           drop order;
         run;",
        1,
    ),
    // Interleaving, with counters.
    (
        "data both; set first(in=a) second(in=b); by id; if a then n_first + 1; else n_second + 1; run;",
        1,
    ),
    // A match with a choice of target.
    (
        "data matched only_left(drop=price) only_right;
           merge sales(in=in_sales) prices(in=in_prices rename=(cost=price));
           by item;
           if in_sales and in_prices then output matched;
           else if in_sales then output only_left;
           else output only_right;
         run;",
        1,
    ),
    // Groups summed by first. and last.
    (
        "proc sort data=orders out=sorted; by region descending day; run;
         data totals(keep=region total n);
           set sorted; by region;
           retain total 0;
           if first.region then do; total = 0; n = 0; end;
           total = sum(total, amount);
           n + 1;
           if last.region;
         run;",
        2,
    ),
    // A loop around SET.
    (
        "data means; do until (last.id); set x; by id; s = sum(s, v); k = sum(k, 1); end; m = s / k; run;",
        1,
    ),
    // Raw data in lists.
    (
        "data people;
           infile datalines dlm=',' dsd missover;
           input name : $20. born : date9. height;
           age = intck('year', born, today());
           format born date9.;
           datalines;
Ann,01JAN1990,1.7
\"Lee, Bo\",12DEC1985,
;
         proc print data=people noobs; var name age; run;",
        2,
    ),
    // Raw data in columns.
    (
        "data fixed; infile 'fixed.txt' truncover lrecl=200; input @1 id 5. @7 name $char20. @30 (q1-q4) (4.1) +1 \
         code $2.; run;",
        1,
    ),
    // Several lines a row.
    ("data two; infile raw; input a b / c d #3 e @; input f @@; run;", 1),
    // Text written.
    (
        "filename out 'report.csv';
         data _null_;
           set totals end=done;
           file out dsd dlm=',';
           if _n_ = 1 then put 'region,total';
           put region total :best12.;
           if done then put 'rows=' _n_ +(-1) '.';
         run;",
        2,
    ),
    // Arrays in two dimensions.
    (
        "data grid;
           array cell{3, 4} c1-c12;
           array sums{3} _temporary_ (3*0);
           do row = 1 to dim1(cell);
             do col = lbound(cell, 2) to hbound(cell, 2);
               cell{row, col} = row * col;
               sums{row} + cell[row, col];
             end;
           end;
           total = sum(of c1-c12, of sums{*});
         run;",
        1,
    ),
    // SELECT.
    (
        "data graded; set marks;
           select;
             when (mark >= 90) grade = 'A';
             when (mark >= 80) grade = 'B';
             when (missing(mark)) do; grade = '?'; absent + 1; end;
             otherwise grade = 'F';
           end;
         run;",
        1,
    ),
    // Missing values.
    (
        "missing a b;
         data m; set raw; if x = .a then why = 'absent'; else if x in (., ._) then why = 'none'; y = .; if y=.then \
             z=1; run;",
        2,
    ),
    // Macro variables and macros.
    (
        "%let lib = work; %let n = 3;
         %macro make(name, rows=10);
           data &lib..&name; do i = 1 to &rows; output; end; run;
         %mend;
         %make(one) %make(two, rows=&n)
         title \"Made &n\";",
        3,
    ),
    // Symbols set by a step.
    (
        "data _null_; set a nobs=n; call symputx('rows', n); stop; run;
         data _null_; put 'x'; run;",
        2,
    ),
    // Text functions.
    (
        "data t; set s; length initials $3; initials = cats(substr(first, 1, 1), substr(last, 1, 1));
           substr(code, 2, 1) = '-'; name = catx(' ', first, last) || '!'; n = input(compress(t, ',$'), ?? 12.);
           text = put(n, z5.) || put(day, yymmdd10.) || left(put(x, 8.2)); run;",
        1,
    ),
    // Lists of all kinds.
    (
        "data lists(keep=id x: sales1-sales12 first--last rename=(x1=y1)); set a; keep _numeric_; drop tmp_:;
           array nums{*} _numeric_; array chars{*} _character_; run;",
        1,
    ),
    // WHERE in all places.
    (
        "data w; set a(where=(x between 1 and 5 and name like 'A%')) b(firstobs=2 obs=10); where region ne 'west' and \
         y is not missing; run;",
        1,
    ),
    // Time and place of a program.
    (
        "options fullstimer nodate ls=120 bufno=64;
         libname data '/data/study' sgio=yes;
         libname back xport 'old.xpt';
         title1 'A'; title3 \"B\"; footnote; 
         proc contents data=data.big; run;
         proc datasets lib=work nolist; delete tmp:; run; quit;
         libname data clear;",
        10,
    ),
    // A random walk with LAG and DIF.
    (
        "data walk; set prices; by ticker; change = dif(price); before = lag2(price); if first.ticker then call \
         missing(change, before);
           ratio = ifn(before > 0, price / before, .); run;",
        1,
    ),
    // Comments of all kinds.
    (
        "* a comment; /* another */ data a; /* here; */ x = 1; * there; comment not read; run;",
        1,
    ),
    // Formats of one's own.
    (
        "proc format; value band low-<10 = 'low' 10-high = 'high' other = '?'; value $yes 'y', 'Y' = 'yes'; run;
         data b; set a; band = put(x, band.); said = put(flag, $yes.); format x band8.; run;",
        2,
    ),
    // Loops of every form.
    (
        "data l;
           do i = 10 to 1 by -1 while (x < 100); x = x + i; end;
           do day = '01JAN2026'd, '01APR2026'd to '01JUL2026'd by 7; output; end;
           do name = 'a', 'b'; output; end;
           do while (not done); n + 1; if n > 5 then leave; if mod(n, 2) then continue; done = n ge 4; end;
           do until (n <= 0 or x < .5); n + (-1); end;
         run;",
        1,
    ),
    // Steps without RUN.
    ("data a; x = 1; data b; set a; proc print; proc means data=b; var x;", 4),
    // Text at odd places.
    (
        "DATA A;SET B;IF X=1THEN Y=2;ELSE Y=3;IF NAME=:'Mc'OR NAME IN:('O')THEN Z=X**2;RUN;",
        1,
    ),
    // Writing to the log and the listing.
    (
        "data _null_; set a; file print; put @1 name $20. @25 (x1-x3) (8.2 +1) / 3*'=' _all_; file log; put \
         (_numeric_) (=); run;",
        1,
    ),
];

#[test]
fn programs_parse_without_errors() {
    for (program, count) in PROGRAMS {
        assert_eq!(rendered(program), "", "{program}");
        let (units, _) = parse(program);
        assert_eq!(units.len(), *count, "{program}");
    }
}

#[test]
fn every_part_of_a_program_knows_its_place() {
    let (units, sources) = parse("data a;\n  set b;\n  if x then\n    y = 1;\nrun;");
    let Unit::Data(step) = &units[0].unit else { panic!() };
    let places: Vec<_> = step
        .body
        .iter()
        .map(|statement| sources.describe(statement.at))
        .collect();
    assert_eq!(places, ["prog.sas:2:3", "prog.sas:3:3"]);
}

#[test]
fn a_message_shows_the_line_and_the_place() {
    assert_eq!(
        rendered("data a;\n\tx = y +;\nrun;"),
        "ERROR 22-322: Syntax error, expecting one of the following: a name, a quoted string, a numeric constant, a \
         datetime constant, a missing value, INPUT, PUT.\n  \
           at prog.sas:2:9\n    \
             2 |  x = y +;\n      \
               |         ^\n  \
           hint: found the end of the statement\n"
    );
}
