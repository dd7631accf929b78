//! Tests of input and output data sets.

use feedrate_dataset::settings::{DEFINITIONS, SettingScope};
use insta::assert_snapshot;

use super::{lower_with, lowered, refused, said};
use crate::Options;

#[test]
fn a_copy() {
    assert_snapshot!(lowered("data; set; run;"));
}

#[test]
fn interleaving_and_its_automatic_variables() {
    assert_snapshot!(lowered(
        "data a; do until (last.id); set left right(in=inr) end=done; by id; n = sum(n, first.id); end;
         if done then put n=; run;"
    ));
}

#[test]
fn merging_with_options() {
    assert_snapshot!(lowered(
        "data a(keep=id total) b(drop=total rename=(id=key) where=(key > 3) label='rest');
         merge left(in=l rename=(a=one) keep=id a where=(one <> 2)) right(in=r drop=t firstobs=2 obs=9
         bufno=4); by descending id; total = one + b; if l and r then output a; else output; run;"
    ));
}

#[test]
fn where_goes_to_each_source_without_its_own() {
    assert_snapshot!(lowered(
        "data a; set left right(where=(b is missing)); where id between 1 and 5 and t like 'a%_'
         and t contains 'x' or t in ('q' 'r') or not (id + 1 > 2); run;"
    ));
}

#[test]
fn where_also_adds_to_the_where_before_it() {
    assert_snapshot!(lowered(
        "data a; set left right(where=(b > 1)); where id > 1 or a; where also id < a;
         where same and t like 'a#%' escape '#'; run;"
    ));
    let replaced = lowered("data a; set left; where also id > 1; where a > 1; run;");
    assert!(replaced.contains("where [1->a] (a > 1) (a>1)"), "{replaced}");
    let names = lowered("data a; set left(rename=(a=also id=same)); where also > 1; where same and also; run;");
    assert!(names.contains("((also > 1) and also) ((also>1) and (also))"), "{names}");
}

#[test]
fn groups_that_are_not_sorted_are_runs() {
    assert_snapshot!(lowered(
        "data a; set left; by notsorted id descending a; if first.a; run;"
    ));
}

#[test]
fn keep_drop_and_rename_statements_act_before_the_options() {
    assert_snapshot!(lowered(
        "data a(keep=w:) b(drop=Sex); set class(obs=3); keep Name--Age W:; drop name; rename Weight=wt
         Age=Sex Sex=Age; run;"
    ));
}

#[test]
fn what_is_made_without_a_variable_warns() {
    assert_snapshot!(said(
        "data a(drop=nosuch); set left; keep id nothere; rename gone=back; run;"
    ));
}

#[test]
fn lengths_that_differ_warn_where_text_is_cut() {
    assert_snapshot!(said("data a; set left right; length t $ 9; run;"));
}

#[test]
fn system_options_bound_what_is_read() {
    let options = Options {
        first_observation: 2,
        last_observation: Some(5),
        ..Options::default()
    };
    let (lowered, _) = lower_with("data a; set left right(obs=max firstobs=1); run;", &options);
    let bounds: Vec<_> = lowered.step.reads[0]
        .sources
        .iter()
        .map(|source| (source.first, source.last))
        .collect();
    assert_eq!(bounds, [(2, Some(5)), (1, None)]);
}

#[test]
fn options_about_io_are_known_by_their_definitions() {
    let of_data_sets = DEFINITIONS
        .iter()
        .filter(|definition| definition.scopes.contains(&SettingScope::DataSet));
    for definition in of_data_sets {
        let program = format!("data a; set left({}=1); run;", definition.name);
        let (lowered, _) = lower_with(&program, &Options::default());
        let mut said = lowered.diagnostics.iter();
        assert!(
            !said.any(|one| one.message.contains("Invalid option name")),
            "{program}"
        );
    }
    assert_eq!(
        refused("data a; set left(bufsiz=8k); run;"),
        "ERROR: 22-7: Invalid option name BUFSIZ. (did you mean BUFSIZE?)"
    );
    assert_eq!(
        refused("data a; set left(replace=yes); run;"),
        "ERROR: REPLACE= is for data sets that are made, and this one is read"
    );
}
