//! Tests of refused steps and their messages.

use insta::assert_snapshot;

use super::refused;

fn all(programs: &[&str]) -> String {
    programs
        .iter()
        .map(|program| format!("{program}\n  {}\n", refused(program).replace('\n', "\n  ")))
        .collect()
}

#[test]
fn data_sets() {
    assert_snapshot!(all(&[
        "data a; set nosuch; run;",
        "data a(keep=x); set nosuch; drop y; run;",
        "data a; set _null_; run;",
        "data a; set left clash; run;",
        "data a; set left(keep=nosuch); run;",
        "data a; set left(rename=(a=id)); run;",
        "data a; set left(where=(nosuch = 1)); run;",
        "data a; set left(where=(t = 1)); run;",
        "data a; set left point=p; run;",
        "data a; set left point=p key=id; stop; run;",
        "data a; set left(obs=many); run;",
        "data a; set left(compress=lz4); run;",
        "data a; set left; by b; run;",
        "data a; by id; run;",
        "data a; set left right; by id notsorted; run;",
        "data a; merge left right; by id notsorted; run;",
        "data a; where id = 1; run;",
        "data a a; run;",
        "data nolib.a; run;",
        "data a; output b; run;",
        "data a; set left; rename id = a; run;",
        "data a(in=x); run;",
    ]));
}

#[test]
fn objects() {
    assert_snapshot!(all(&[
        "data a; h.find(); run;",
        "data a; declare hash h(); declare hash h(); run;",
        "data a; h = 1; declare hash h(); run;",
        "data a; declare hash h(); x = h; run;",
        "data a; declare hash h(); h = 1; run;",
        "data a; declare hash h(); h = _new_ hiter('h'); run;",
        "data a; x = _new_ hash(); run;",
        "data a; declare hash h(ordred: 'a'); run;",
        "data a; declare hash h(ordered: 'a', ordered: 'd'); run;",
        "data a; declare hash h(keysum: 'k'); run;",
        "data a; declare hiter i(); run;",
        "data a; declare hash h(); h.fnd(); run;",
        "data a; declare hash h(); h.next(); run;",
        "data a; declare hash h(); h.definekey(); run;",
        "data a; declare hash h(); h.definekey('k', all: 'y'); run;",
        "data a; declare hash h(); h.has_next(); run;",
        "data a; declare hash h(); h.has_next(result: 1); run;",
        "data a; declare hash h(); h.find(data: 1); run;",
        "data a; declare hash h(); n = h.items; run;",
        "data a; declare hash h(dataset: 'left('); run;",
        "data a; declare hash h(dataset: 'left(where=(nosuch = 1))'); run;",
        "data a; declare hash h(dataset: 'left(keep=_numeric_)'); run;",
        "data a; declare hash h(dataset: 'left(in=x)'); run;",
        "data a; n = 'left'; declare hash h(dataset: n || '(where=(a = 1))'); run;",
        "data a; declare hash h(); h.output(); run;",
        "data a; declare hash h(); h.output(dataset: 'nolib.b'); run;",
        "data a; declare hash h(); h.output(dataset: 'b(index=(x))'); run;",
    ]));
}

#[test]
fn variables() {
    assert_snapshot!(all(&[
        "data a; length x 9; run;",
        "data a; length x $ 5 x 8; run;",
        "data a; x = 1; length x $ 5; run;",
        "data a; format x nosuch9.; run;",
        "data a; array v{2}; v = 1; run;",
        "data a; array v{2}; x = v; run;",
        "data a; array v{2} x y z; run;",
        "data a; x = 1; t = 'a'; array v{2} x t; run;",
        "data a; array v{*} _temporary_; run;",
        "data a; array v{2}; array v{3}; run;",
        "data a; v = 1; array v{2}; run;",
        "data a; array v{2,2}; x = v{1}; run;",
        "data a; array v{99999999999} _temporary_; run;",
        "data a; array v{2} (1 'a'); run;",
        "data a; x = 1; y = 2; keep y--x; z = sum(of y--x); run;",
        "data a; set left; keep a--nosuch; run;",
        "data a; abcdefghijklmnopqrstuvwxyz0123456789 = 1; run;",
        "data a; retain x 'a'; x + 1; run;",
    ]));
}

#[test]
fn expressions() {
    assert_snapshot!(all(&[
        "data a; x = nosuch(1); run;",
        "data a; x = summ(1, 2); run;",
        "data a; x = substr('a'); run;",
        "data a; x = lag(1, 2); run;",
        "data a; x = lag101(1); run;",
        "data a; x = dim(y); run;",
        "data a; x = v{1}; run;",
        "data a; x = 1; z = x in ('q'); run;",
        "data a; x = 1; z = x =: 2; run;",
        "data a; x = put(1, nosuch.); run;",
        "data a; x = input('1', nosuch.); run;",
        "data a; x = _infile_; run;",
        "data a; x = _iorc_; run;",
        "data a; set left; where _infile_ = 'a'; run;",
        "data a; call nosuch(1); run;",
        "data a; call missing(1); run;",
        "data a; call symputx('a'); run;",
        "data a; array v{2}; x = vname(1 + 1); run;",
        "data a; set left; where lag(id) = 1; run;",
        "data a; set left; where t like 'x#%' escape '##'; run;",
        "data a; set left; where t like t; run;",
    ]));
}

#[test]
fn statements() {
    assert_snapshot!(all(&[
        "data a; do i = 'a' to 'b'; end; run;",
        "data a; do i = 1 to 2; select; when (1) leave; otherwise continue; end; end; run;",
        "data a; t = 'a'; t + 1; run;",
        "data a; x = 1; substr(x, 1) = 'a'; run;",
        "data a; input x; run;",
        "data a; infile nosuch; input x; run;",
        "data a; c = 1; infile 'f' dlm=c; input x; run;",
        "data a; infile 'f' lrecl=0; input x; run;",
        "data a; infile 'ls' pipe; input x; run;",
        "data a; infile 'f' encoding=nosuch termstr=x; input x; run;",
        "data a; infile 'f' dlmstr='' dlmsopt='x'; input x; run;",
        "data a; infile 'f' eof=nowhere; input x; run;",
        "data a; infile 'f'; input x= y; run;",
        "data a; goto nowhere; run;",
        "data a; do i = 1 to 2; in: x = 1; end; goto in; link in; run;",
        "data a; in: x = 1; in: x = 2; run;",
        "data a; array v{2}; do over v; end; do over w; end; run;",
        "data a / note2err; t = 'a'; x = t + y; run;",
        "data a; x = 1; if x then infile 'f'; else infile 'g'; input x; run;",
        "data a; do i = 1 to 2; put i; file 'f'; end; run;",
        "data a; infile 'f'; x = 1; input x $; run;",
        "data a; x = 1; if x then infile 'f'; else infile 'g'; input; y = _infile_; run;",
        "data a; infile 'f'; length _infile_ $ 200; input; run;",
        "data a; infile 'f'; input; _infile_ + 1; run;",
        "data a; set left(rename=(t=_infile_)); run;",
        "data a; infile 'f'; input x nosuch9.; run;",
        "data a; put 32767*'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'; run;",
    ]));
}
