//! Round trips: the rows that are read are those that were written.

use feedrate_values::{Kind, missing};
use proptest::prelude::*;

use super::*;

fn spec(kind: Kind) -> impl Strategy<Value = Option<Spec>> {
    let name = match kind {
        Kind::Number => "([A-Z_]{1,8})?",
        Kind::Text => "\\$([A-Z_]{1,8})?",
    };
    let number = || prop::option::of(1_u16..40);
    prop::option::of((name, number(), number()).prop_map(|(name, width, decimals)| Spec { name, width, decimals }))
        .prop_map(|spec| spec.filter(|spec| *spec != Spec::default()))
}

fn variable() -> impl Strategy<Value = Variable> {
    let kind = prop_oneof![
        Just((Kind::Number, 8)),
        (3_u32..8).prop_map(|length| (Kind::Number, length)),
        (1_u32..40).prop_map(|length| (Kind::Text, length)),
        (1_u32..2000).prop_map(|length| (Kind::Text, length)),
    ];
    kind.prop_flat_map(|(kind, length)| {
        ("[A-Za-z_][A-Za-z0-9_]{0,20}", "\\PC{0,20}", spec(kind), spec(kind)).prop_map(
            move |(name, label, format, informat)| Variable {
                name,
                kind,
                length,
                offset: 0,
                label: label.trim_end().to_owned(),
                format,
                informat,
            },
        )
    })
}

prop_compose! {
    fn schema()(variables in prop::collection::vec(variable(), 1..30)) -> Schema {
        let mut variables = variables;
        let mut seen = std::collections::HashSet::new();
        variables.retain(|variable| seen.insert(variable.name.to_uppercase()));
        Schema::lay_out(variables).unwrap()
    }
}

/// Returns a row of values that depend on `seed`: numbers, missing values, character values in several alphabets.
fn row(schema: &Schema, seed: u64) -> Vec<u8> {
    let mut row = vec![0; schema.row_length() as usize];
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    for variable in schema.variables() {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        let random = state >> 33;
        if let Some(field) = variable.number_field(Order::Little) {
            let number = match random % 4 {
                0 => missing::MISSING,
                1 => missing::special(b'A' + (random % 26) as u8).unwrap(),
                2 => random as f64,
                _ => -(random as f64) / 7.0,
            };
            field.set(&mut row, number);
        }
        if let Some(field) = variable.text_field() {
            let text = ["", "plain", "naïve", "東京", "Ελλάδα", "a\0b"][random as usize % 6];
            field.set(&mut row, text.as_bytes());
        }
    }
    row
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn everything_comes_back(
        schema in schema(),
        rows in 0_u64..200,
        label in "\\PC{0,30}",
        pages_of in 1_u32..50,
        extra in 0_u32..3000,
    ) {
        let page_size = page_for(pages_of, schema.row_length()) as u32 + extra;
        let file = NewFile {
            label: label.trim_end(),
            data_set_type: "CORR",
            ..new_file(&schema, page_size)
        };
        let rows: Vec<_> = (0..rows).map(|number| row(&schema, number)).collect();
        let bytes = write(&file, &rows);
        let (metadata, found) = read(&bytes).unwrap();
        prop_assert_eq!(&metadata.schema, &schema);
        prop_assert_eq!(metadata.label, label.trim_end());
        prop_assert_eq!(metadata.data_set_type, "CORR");
        prop_assert_eq!(metadata.step, "DATASTEP");
        prop_assert_eq!(metadata.rows_stored, rows.len() as u64);
        prop_assert_eq!(metadata.header.file_length(), Some(bytes.len() as u64));
        prop_assert_eq!(metadata.header.created, file.created);
        prop_assert!(found == rows, "the rows differ");
    }
}

#[test]
fn very_many_variables_come_back() {
    // Enough that every kind of subheader occurs more than once.
    let variables = (0..20_000)
        .map(|number| Variable {
            label: format!("the label of variable number {number}"),
            ..Variable::number(format!("variable_{number}"))
        })
        .collect();
    let schema = Schema::lay_out(variables).unwrap();
    let page_size = page_for(1, schema.row_length()) as u32;
    let rows = [row(&schema, 1), row(&schema, 2)];
    let (metadata, found) = read(&write(&new_file(&schema, page_size), &rows)).unwrap();
    assert_eq!(metadata.schema, schema);
    assert_eq!(found, rows);
}

#[test]
fn a_data_set_may_have_no_variables_and_no_rows() {
    let schema = Schema::lay_out(Vec::new()).unwrap();
    let (metadata, found) = read(&write(&new_file(&schema, 1024), &[])).unwrap();
    assert_eq!((metadata.schema, found.len()), (schema.clone(), 0));
    let one = vec![vec![0; schema.row_length() as usize]];
    let (metadata, found) = read(&write(&new_file(&schema, 1024), &one)).unwrap();
    assert_eq!((metadata.rows(), found.len()), (1, 1));
}

#[test]
fn what_pads_a_row_is_cleared() {
    let schema = Schema::lay_out(vec![Variable::number("x"), Variable::text("t", 1)]).unwrap();
    let rows = vec![vec![0xFF; 16]; 300];
    let (_, found) = read(&write(&new_file(&schema, 1024), &rows)).unwrap();
    assert_eq!(found.len(), 300);
    assert!(found.iter().all(|row| row[..9] == [0xFF; 9] && row[9..] == [0; 7]));
}

#[test]
fn what_does_not_fit_is_refused() {
    let schema = class();
    let message = |file: &NewFile<'_>| Front::new(file).unwrap_err().to_string();
    insta::assert_snapshot!(message(&new_file(&schema, 1000)), @"a page of 1000 bytes is too small for rows of 24; use \
        BUFSIZE=1024 or more");
    let long = Schema::lay_out(vec![Variable::text("t", 30_000)]).unwrap();
    insta::assert_snapshot!(message(&new_file(&long, 16384)), @"a page of 16384 bytes is too small for rows of 30000; \
        use BUFSIZE=30041 or more");
    let label = "x".repeat(257);
    let file = NewFile {
        label: &label,
        ..new_file(&schema, 8192)
    };
    insta::assert_snapshot!(message(&file), @"the label of the data set is 257 bytes long; at most 256 fit");
}
