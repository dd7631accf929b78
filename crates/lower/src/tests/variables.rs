//! Tests of the order, kinds, lengths and attributes of variables.

use insta::assert_snapshot;

use super::lowered;

#[test]
fn the_first_mention_settles_place_and_kind() {
    assert_snapshot!(lowered(
        "data a; y = x + 1; t = 'abc'; u = t || 'de'; v = scan(t, 1); w = put(y, 8.2); x = 2; run;"
    ));
}

#[test]
fn what_stands_above_set_decides_order_and_length() {
    assert_snapshot!(lowered(
        "data a; length t $ 12 b 5; retain z; set left right; z = b; label id = 'number' t = 'text';
         format id 5. b; run;"
    ));
}

#[test]
fn attributes_of_data_sets_come_along() {
    assert_snapshot!(lowered(
        "data a; set lib.dressed; label day = 'when'; length more 3; more = 1; run;"
    ));
}

#[test]
fn attrib_and_formats_make_variables() {
    assert_snapshot!(lowered(
        "data a; attrib d format=date9. length=6 label='a day' t length=$7 informat=$char7.;
         format e $9. f comma8.; d = 1; t = 'x'; e = t; f = d; run;"
    ));
}

#[test]
fn default_length_is_for_numbers_of_the_step() {
    assert_snapshot!(lowered("data a; length default=4; set left; x = 1; run;"));
}

#[test]
fn what_is_retained_is_not_reset() {
    assert_snapshot!(lowered(
        "data a; retain r s 5 t 'abc' u (1); n + 1; x = r; if t = 'q' then u = x; run;"
    ));
    assert_snapshot!(lowered("data a; retain; x = 1; run;"));
}

#[test]
fn arrays() {
    assert_snapshot!(lowered(
        "data a; array x{3}; array m{2, 0:1} p q r s (1 2*2 .); array t{2} $ 4 _temporary_ ('a' 'b');
         array all{*} _numeric_; do i = 1 to dim(all); all{i} = i; end; x{2} = m{1, 1} + lbound2(m);
         u = t{i} || vname(all{i}) || vname(x{1}); drop i; run;"
    ));
}

#[test]
fn elements_that_a_sum_statement_adds_to_are_counters() {
    assert_snapshot!(lowered("data a; array n{2}; set left; n{id} + 1; run;"));
}
