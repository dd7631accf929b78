//! A transport file of version 5, as SAS writes it, made here without feedrate.

/// Bytes of a record.
const RECORD: usize = 80;

/// A file with one data set, of a number and a text.
pub fn file(rows: u32) -> Vec<u8> {
    let stamp = "01JAN20:00:00:00";
    let mut bytes = Vec::new();
    header(&mut bytes, "LIBRARY HEADER RECORD!!!!!!!000000000000000000000000000000");
    record(
        &mut bytes,
        &format!("SAS     SAS     SASLIB  9.4     Linux   {:24}{stamp}", ""),
    );
    record(&mut bytes, stamp);
    header(&mut bytes, "MEMBER  HEADER RECORD!!!!!!!000000000000000001600000000140");
    header(&mut bytes, "DSCRPTR HEADER RECORD!!!!!!!000000000000000000000000000000");
    record(
        &mut bytes,
        &format!("SAS     M       SASDATA 9.4     Linux   {:24}{stamp}", ""),
    );
    record(&mut bytes, &format!("{stamp}{:16}A label", ""));
    header(&mut bytes, "NAMESTR HEADER RECORD!!!!!!!000000000200000000000000000000");
    variable(&mut bytes, (1, 8), (1, "K"), 0);
    variable(&mut bytes, (2, 16), (2, "T"), 8);
    fill(&mut bytes);
    header(&mut bytes, "OBS     HEADER RECORD!!!!!!!000000000000000000000000000000");
    for row in 1..=rows {
        bytes.extend(number(row));
        bytes.extend(format!("{:16}", format!("row {row}")).bytes());
    }
    fill(&mut bytes);
    bytes
}

fn header(bytes: &mut Vec<u8>, text: &str) {
    record(bytes, &format!("HEADER RECORD*******{text}"));
}

fn record(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend(format!("{text:80}").bytes());
}

/// Blanks to the end of a record.
fn fill(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(RECORD), b' ');
}

fn variable(bytes: &mut Vec<u8>, (kind, length): (u16, u16), (number, name): (u16, &str), at: u32) {
    for field in [kind, 0, length, number] {
        bytes.extend(field.to_be_bytes());
    }
    bytes.extend(format!("{name:8}{:40}{:8}", "", "").bytes());
    bytes.extend([0; 8]);
    bytes.extend(format!("{:8}", "").bytes());
    bytes.extend([0; 4]);
    bytes.extend(at.to_be_bytes());
    bytes.extend([0; 52]);
}

/// A whole number as a mainframe's double: an exponent of 16 and a fraction below one.
fn number(value: u32) -> [u8; 8] {
    let digits = 8 - value.leading_zeros() / 4;
    let fraction = u64::from(value) << (56 - 4 * digits);
    ((u64::from(64 + digits) << 56) | fraction).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_whole_and_numbers_are_of_base_16() {
        assert_eq!(file(7).len() % RECORD, 0);
        assert_eq!(number(1), [0x41, 0x10, 0, 0, 0, 0, 0, 0]);
        assert_eq!(number(256), [0x43, 0x10, 0, 0, 0, 0, 0, 0]);
    }
}
