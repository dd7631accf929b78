use super::*;

const ME: u32 = 1017;

/// Returns whether the socket from 127.0.0.1:54321 to 127.0.0.1:7000 is this user's according to a table with these
/// rows.
fn is_of(rows: &[&str]) -> Option<bool> {
    is_of_among(("127.0.0.1:54321", "127.0.0.1:7000"), rows)
}

fn is_of_among((local, remote): (&str, &str), rows: &[&str]) -> Option<bool> {
    let remote: SocketAddr = remote.parse().unwrap();
    let mut table =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n".to_owned();
    for (number, row) in rows.iter().enumerate() {
        table.push_str(&format!("{number:4}: {row}\n"));
    }
    let rows = TcpSocket::read_all(table.as_bytes(), remote.port()).unwrap();
    TcpUsers(rows).is_of(local.parse().unwrap(), remote, ME)
}

/// The row of 127.0.0.1:54321 to 127.0.0.1:7000.
fn row(state: &str, user: u32, inode: u64) -> String {
    format!(
        "0100007F:D431 0100007F:1B58 {state} 00000000:00000000 00:00000000 00000000  {user}        0 {inode} 1 0000"
    )
}

#[test]
#[cfg(target_endian = "little")]
fn only_an_established_connection_that_a_program_holds_is_someones() {
    assert_eq!(is_of(&[&row("01", ME, 5072)]), Some(true));
    assert_eq!(is_of(&[&row("01", 0, 5072)]), Some(false));
    assert_eq!(is_of(&[&row("01", ME, 0)]), None);
    for state in 2..=12 {
        let state = format!("{state:02X}");
        for (user, inode) in [(ME, 5072), (ME, 0), (0, 0), (0, 5072)] {
            let told = is_of(&[&row(&state, user, inode)]);
            assert_eq!(told, None, "{state} {user} {inode}");
        }
    }
}

#[test]
#[cfg(target_endian = "little")]
fn only_the_very_connection_counts() {
    let user = row("01", ME, 5072);
    for (from, to) in [
        ("0100007F:D431", "0100007F:D432"),
        ("0100007F:D431", "0200007F:D431"),
        ("0100007F:1B58", "0200007F:1B58"),
        ("0100007F:1B58", "00000000:0000"),
    ] {
        assert_eq!(is_of(&[&user.replace(from, to)]), None);
    }
    let turned = user.replacen("0100007F:D431 0100007F:1B58", "0100007F:1B58 0100007F:D431", 1);
    assert_eq!(is_of(&[&turned]), None);
    assert_eq!(is_of(&[&turned, &user]), Some(true));
    assert_eq!(is_of(&[&user, &user]), Some(true));
    // Of two sockets with the same addresses, either may be the other end.
    assert_eq!(is_of(&[&user, &row("01", 0, 5073)]), None);
    assert_eq!(is_of(&[&user, &row("06", 0, 0)]), None);
}

#[test]
#[cfg(target_endian = "little")]
fn both_families_are_looked_at() {
    let in_6 = "0000000000000000FFFF00000100007F";
    let mapped = row("01", ME, 5072).replace("0100007F", in_6);
    assert_eq!(is_of(&[&mapped]), Some(true));
    assert_eq!(is_of(&[&mapped, &row("01", ME, 5073)]), None);
    let ends = ("[::ffff:127.0.0.1]:54321", "[::ffff:127.0.0.1]:7000");
    assert_eq!(is_of_among(ends, &[&mapped]), Some(true));
    assert_eq!(is_of_among(ends, &[&row("01", 0, 5072)]), Some(false));
    let of_6 = row("01", ME, 5072).replace("0100007F", "00000000000000000000000001000000");
    assert_eq!(is_of_among(("[::1]:54321", "[::1]:7000"), &[&of_6]), Some(true));
    assert_eq!(is_of(&[&of_6]), None);
}

#[test]
fn a_table_that_is_cut_tells_nothing() {
    let whole = row("01", ME, 5072);
    let words: Vec<_> = whole.split_ascii_whitespace().collect();
    // Up to the inode, which is the ninth word.
    for length in 0..9 {
        assert_eq!(is_of(&[&words[..length].join(" ")]), None);
    }
}
