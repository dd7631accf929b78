use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;

use super::*;

const ME: u32 = 1017;

/// Returns the owner of the connection from 127.0.0.1:54321 to 127.0.0.1:7000 according to a table with these rows.
fn owner(rows: &[&str]) -> Owner {
    owner_among(("127.0.0.1:54321", "127.0.0.1:7000"), rows)
}

fn owner_among((local, remote): (&str, &str), rows: &[&str]) -> Owner {
    let remote: SocketAddr = remote.parse().unwrap();
    let mut table =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n".to_owned();
    for (number, row) in rows.iter().enumerate() {
        table.push_str(&format!("{number:4}: {row}\n"));
    }
    let rows = TcpSocket::read_all(table.as_bytes(), remote.port()).unwrap();
    SocketTable(rows).owner_of(local.parse().unwrap(), remote, ME)
}

/// The row of 127.0.0.1:54321 to 127.0.0.1:7000.
fn row(state: &str, user: u32, inode: u64) -> String {
    format!(
        "0100007F:D431 0100007F:1B58 {state} 00000000:00000000 00:00000000 00000000  {user}        0 {inode} 1 0000"
    )
}

/// Returns the owner of the other end once the system has listed it: while other sockets come and go, it may omit one.
fn in_time(socket: &TcpStream) -> Owner {
    for _ in 0..200 {
        match of(socket) {
            Owner::Unknown => std::thread::sleep(Duration::from_millis(10)),
            owner => return owner,
        }
    }
    Owner::Unknown
}

#[test]
fn own_connections_are_known() {
    for host in ["127.0.0.1:0", "[::1]:0"] {
        let Ok(listener) = TcpListener::bind(host) else {
            continue;
        };
        let dialed = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        // Until it is accepted, no program holds it.
        assert_eq!(of(&dialed), Owner::Unknown);
        let (accepted, _) = listener.accept().unwrap();
        assert_eq!(in_time(&dialed), Owner::SameUser);
        assert_eq!(in_time(&accepted), Owner::SameUser);
    }
    let (one, _other) = UnixStream::pair().unwrap();
    assert_eq!(of(&one), Owner::SameUser);
}

#[test]
fn a_connection_of_both_families_is_known() {
    let Ok(listener) = TcpListener::bind("[::]:0") else {
        return;
    };
    let port = listener.local_addr().unwrap().port();
    let dialed = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let (accepted, _) = listener.accept().unwrap();
    assert_eq!(in_time(&dialed), Owner::SameUser);
    assert_eq!(in_time(&accepted), Owner::SameUser);
}

#[test]
fn a_connection_that_the_other_end_has_closed_has_no_owner() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    for keep in [true, false] {
        let dialed = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (accepted, _) = listener.accept().unwrap();
        accepted.shutdown(Shutdown::Write).unwrap();
        let kept = keep.then_some(accepted);
        assert_eq!(of(&dialed), Owner::Unknown);
        drop(kept);
        assert_eq!(of(&dialed), Owner::Unknown);
    }
}

#[test]
#[cfg(target_endian = "little")]
fn only_an_established_connection_that_a_program_holds_is_someones() {
    assert_eq!(owner(&[&row("01", ME, 5072)]), Owner::SameUser);
    assert_eq!(owner(&[&row("01", 0, 5072)]), Owner::OtherUser);
    assert_eq!(owner(&[&row("01", ME, 0)]), Owner::Unknown);
    for state in 2..=12 {
        let state = format!("{state:02X}");
        for (user, inode) in [(ME, 5072), (ME, 0), (0, 0), (0, 5072)] {
            let owner = owner(&[&row(&state, user, inode)]);
            assert_eq!(owner, Owner::Unknown, "{state} {user} {inode}");
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
        assert_eq!(owner(&[&user.replace(from, to)]), Owner::Unknown);
    }
    let turned = user.replacen("0100007F:D431 0100007F:1B58", "0100007F:1B58 0100007F:D431", 1);
    assert_eq!(owner(&[&turned]), Owner::Unknown);
    assert_eq!(owner(&[&turned, &user]), Owner::SameUser);
    assert_eq!(owner(&[&user, &user]), Owner::SameUser);
    // Of two sockets with the same addresses, either may be the other end.
    assert_eq!(owner(&[&user, &row("01", 0, 5073)]), Owner::Unknown);
    assert_eq!(owner(&[&user, &row("06", 0, 0)]), Owner::Unknown);
}

#[test]
#[cfg(target_endian = "little")]
fn both_families_are_looked_at() {
    let in_6 = "0000000000000000FFFF00000100007F";
    let mapped = row("01", ME, 5072).replace("0100007F", in_6);
    assert_eq!(owner(&[&mapped]), Owner::SameUser);
    assert_eq!(owner(&[&mapped, &row("01", ME, 5073)]), Owner::Unknown);
    let ends = ("[::ffff:127.0.0.1]:54321", "[::ffff:127.0.0.1]:7000");
    assert_eq!(owner_among(ends, &[&mapped]), Owner::SameUser);
    assert_eq!(owner_among(ends, &[&row("01", 0, 5072)]), Owner::OtherUser);
    let of_6 = row("01", ME, 5072).replace("0100007F", "00000000000000000000000001000000");
    assert_eq!(owner_among(("[::1]:54321", "[::1]:7000"), &[&of_6]), Owner::SameUser);
    assert_eq!(owner(&[&of_6]), Owner::Unknown);
}

#[test]
fn a_table_that_is_cut_tells_nothing() {
    let whole = row("01", ME, 5072);
    let words: Vec<_> = whole.split_ascii_whitespace().collect();
    // Up to the inode, which is the ninth word.
    for length in 0..9 {
        assert_eq!(owner(&[&words[..length].join(" ")]), Owner::Unknown);
    }
}
