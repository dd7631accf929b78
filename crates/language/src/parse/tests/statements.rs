//! The trees of statements.

use std::fmt::Write;

use insta::assert_snapshot;

use super::dump::dump;
use super::statements_of;

/// Each body with the trees of its statements.
fn trees(bodies: &[&str]) -> String {
    let mut text = String::new();
    for body in bodies {
        writeln!(text, "{body}").unwrap();
        for statement in statements_of(body) {
            writeln!(text, "    {}", dump(&statement)).unwrap();
        }
    }
    text
}

#[test]
fn assignments_and_keywords_as_names() {
    assert_snapshot!(
        "assignments",
        trees(&[
            "x = 1;",
            "x{i} = 1; x[i, j] = 2; x(i) = 3;",
            "substr(t, 2, 3) = 'abc'; substr(a{1}, 2) = 'x';",
            "n + 1; n + -1; a{i} + x;",
            "set = 3; if = 4; do = 5; put = 6; end = 7; output = 8;",
            "if + 1; length + 2; if{1} = 2;",
            "'my variable'n = 1;",
            ";",
            "x = y = z;",
        ])
    );
}

#[test]
fn conditions() {
    assert_snapshot!(
        "conditions",
        trees(&[
            "if x > 1;",
            "if (a) = 3 then b = 1;",
            "if a then b = 1; else c = 2;",
            "if a then if b then x = 1; else x = 2; else x = 3;",
            "if a then x = 1; else if b then x = 2; else x = 3;",
            "if a then do; x = 1; y = 2; end; else do; z = 3; end;",
            "if a then; else x = 1;",
            "if x=.then y=1;",
            "select (x); when (1) y = 1; when (2, 3) do; y = 2; end; otherwise; end;",
            "select; when (x > 1) if z then y = 1; else y = 2; otherwise y = 3; end;",
        ])
    );
}

#[test]
fn loops() {
    assert_snapshot!(
        "loops",
        trees(&[
            "do; x = 1; end;",
            "do i = 1 to 10 by 2; leave; end;",
            "do i = 1, 3, 5 to 9 while (x < 2), 11; continue; end;",
            "do _n_ = 1 by 1 until (last.x); end;",
            "do while (x < 3); end;",
            "do until (x >= 3); end;",
            "do while (a) until (b); end;",
            "do a{1} = 'x', 'y'; end;",
            "do i = 10 by -1 to 1; end;",
            "do while = 1 to 2; end;",
        ])
    );
}

#[test]
fn data_sets() {
    assert_snapshot!(
        "data_sets",
        trees(&[
            "set a;",
            "set;",
            "set a lib.b(keep=x y1-y3 drop=z: rename=(x=y a1-a2=b1-b2) where=(x > 1 and y <> 2) in=ina firstobs=2 \
             obs=max) end=last nobs=n;",
            "set sales1-sales3(obs=1) lib.t08-t10;",
            "set a(bufsize=16k bufno=8 sgio=yes label='It''s' replace=no compress=no);",
            "merge a(in=x) b(in=y) end=last; by id descending day;",
            "by x1-x3;",
            "where x between 1 and 2;",
            "where also x > 1; where same and not x; where also in (1);",
            "by a notsorted descending b;",
            "output; output a work.b;",
            "delete; return; stop; abort;",
        ])
    );
}

#[test]
fn declarations() {
    assert_snapshot!(
        "declarations",
        trees(&[
            "length a b $ 8 c 4 d $20. default=4 x1-x3 $1;",
            "attrib a b length=$8 label='A' format=$10. c informat=date9. length=4;",
            "label a='Label A' b=\"B\" c=;",
            "format a b date9. c x1-x3 comma12.2 d $char8. e 8. f best. g;",
            "informat a $20. b 8.2;",
            "keep a b-- c x1-x9 y: _numeric_; drop a-numeric-b a-character-c; rename a=b c1-c2=d1-d2;",
            "keep x5-x1 t08-t10;",
            "retain; retain a b 0 c 'x' d (1 2 3) e -1 f . _all_;",
        ])
    );
}

#[test]
fn arrays() {
    assert_snapshot!(
        "arrays",
        trees(&[
            "array a{3} x y z;",
            "array a[*] $ 8 _character_;",
            "array a(0:2, -1:1) _temporary_ (9*0);",
            "array t{4} $ 3 _temporary_ ('a' 'b', 2*'c');",
            "array a{*} x1-x3 (1:3);",
            "array a{6} (2*(0 1) -1 .);",
            "array a{5};",
            "array n{2} 4 p q;",
        ])
    );
}

#[test]
fn input() {
    assert_snapshot!(
        "input",
        trees(&[
            "infile 'in.txt' dlm=',' dsd missover firstobs=2 obs=max lrecl=500 end=last;",
            "infile raw dlm='09'x truncover; infile datalines delimiter=sep;",
            "input;",
            "input a b $ c;",
            "input a : date9. b & $20. c ~ $char5. d:$3. e ?? 3.;",
            "input a 1-8 b $ 9-12 c 13 d 14-20 .2;",
            "input @1 a 3. +2 b $4. / c comma10.2 #2 @(i * 2) d 5. @'key:' e @p f @;",
            "input x1-x3 a{2} @@;",
            "input (a b x1-x2) (3. +1 2*$5.);",
            "input (a--c) ($);",
        ])
    );
}

#[test]
fn put() {
    assert_snapshot!(
        "put",
        trees(&[
            "file 'out.txt' dlm=',' dsd mod; file log; file print;",
            "put 'a' x y= 3*'-' z date9. w :8.2 v $ 1-8 u 9-12 .1;",
            "put @5 x +(-1) ',' / #3 y @; put; put x @@;",
            "put _all_ / _infile_;",
            "put first.x last.x= a{i}= x(2);",
            "put (a b) (= 8.2 ', ');",
            "put (_all_) (=); put (_numeric_) (+0);",
            "put (x1-x2) (:);",
        ])
    );
}

#[test]
fn calls() {
    assert_snapshot!(
        "calls",
        trees(&[
            "call symputx('n', x + 1);",
            "call missing(of x1-x3, y);",
            "call streaminit(1); call f;",
        ])
    );
}
