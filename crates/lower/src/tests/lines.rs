//! Tests of text files.

use insta::assert_snapshot;

use super::lowered;

#[test]
fn lines_in_the_program() {
    assert_snapshot!(lowered(
        "data a; input id name $ city : $20. when date9. @20 x 5.2 y 30-34 .1 z $ 40-41 @; n = 1;
datalines;
1 a b
2 c d
;
run;"
    ));
}

#[test]
fn a_file_with_options() {
    assert_snapshot!(lowered(
        "data a; infile raw dlm='|' dsd missover firstobs=2 obs=100 lrecl=500 end=last length=len;
         informat d mmddyy10. t $12.; input #2 d t & ~ $30. / @'key=' v ?? @(d + 1) w +3 (q1-q3) (2. $1. +1 4.) @@;
         run;"
    ));
}

#[test]
fn put_of_all_kinds() {
    assert_snapshot!(lowered(
        "data _null_; set lib.dressed; file 'out.txt' mod dlm=','; array v{2}; put day word= 'x' 3*'-' @10
         day yymmdd10. +2 v{1}= word $char3. / day= comma9. #3 word 1-5 day 7-12 .1 (v1-v2) (=) _all_ @;
         format v2 8.3; file print; put 'to the listing'; file log; put day : date7.; run;"
    ));
}

#[test]
fn an_element_is_written_as_its_variable_is() {
    assert_snapshot!(lowered(
        "data _null_; array v{2} x y; array t{2} _temporary_; format y date9.; do i = 1 to 2;
         put v{i} v{i}= t{i} v{i} 5.; end; run;"
    ));
}

#[test]
fn the_file_at_hand_follows_the_program() {
    assert_snapshot!(lowered(
        "data _null_; do i = 1 to 2; file 'a'; put i; end; if i then do; file 'b'; put 'b'; file log; end;
         else file log; put 'log'; run;"
    ));
}

#[test]
fn infile_and_its_line() {
    assert_snapshot!(lowered(
        "data _null_; infile 'in.txt'; input; put _infile_; infile 'other.txt' truncover; input x; run;"
    ));
}

#[test]
fn the_line_is_a_text_of_the_step() {
    assert_snapshot!(lowered(
        "data a; infile 'in.txt' lrecl=200; input @; if _infile_ =: '#' then delete; word = scan(_infile_, 1);
         _infile_ = 5; substr(_infile_, 3, 1) = ' '; input x; infile 'other.txt' lrecl=90;
         input @(length(_infile_)) t $; call missing(_infile_); put _infile_; run;"
    ));
}
