use std::net::{Shutdown, TcpListener, TcpStream};

use super::*;

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
    let (one, _other) = crate::system::test_pair();
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
