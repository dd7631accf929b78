//! Pipes between sessions of a program at an address that other hosts can reach.

use std::net::{Ipv4Addr, TcpListener, ToSocketAddrs, UdpSocket};

use super::{assert_nothing_left, place_of, run};

/// Returns an address of this machine that is not of the loopback interface, and a port that is not in use there.
fn address() -> Option<String> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // Nothing is sent; the system only chooses the interface.
    let connected = socket.connect("192.0.2.1:9");
    let own = connected.ok().and_then(|()| socket.local_addr().ok());
    let own = own.map(|own| own.ip()).filter(|own| !own.is_loopback());
    let Some(own) = own else {
        eprintln!("not tested: this machine has no address but those of the loopback interface");
        return None;
    };
    let listener = TcpListener::bind((own, 0)).expect("a free port");
    Some(listener.local_addr().expect("its address").to_string())
}

/// Runs a program all of whose sessions end well, and returns its log.
fn log_of(program: &str) -> String {
    let dir = place_of(program, &[]);
    let ran = run(&dir);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_nothing_left(&dir);
    ran.stderr
}

#[test]
fn sessions_of_a_program_need_no_secret() {
    let Some(address) = address() else { return };
    let log = log_of(&format!(
        "libname p sasesock '{address}' timeout=60;
signon a; signon b inheritlib=(p);
rsubmit a wait=no;
 libname out sasesock '{address}' timeout=60;
 data out.q; do i = 1 to 5000; output; end; run;
endrsubmit;
rsubmit b wait=no; data got; set p.q; run; data _null_; set got end=e; if e then put 'last ' i; run; endrsubmit;
waitfor _all_ a b;"
    ));
    assert!(log.contains("\nB: last 5000\n"), "{log}");
    assert!(log.contains("encrypted tcp"), "{log}");
}

#[test]
fn sessions_within_sessions_have_the_same_key() {
    let Some(address) = address() else { return };
    let log = log_of(&format!(
        "libname p sasesock '{address}' timeout=60;
signon a;
rsubmit a wait=no;
 signon b;
 rsubmit b;
  libname p sasesock '{address}' timeout=60;
  data p.q; do i = 1 to 5000; output; end; run;
 endrsubmit;
endrsubmit;
data got; set p.q; run;
data _null_; set got end=e; if e then put 'last ' i; run;
waitfor a;"
    ));
    assert!(log.contains("\nlast 5000\n"), "{log}");
}

#[test]
fn a_session_writes_to_the_address_and_to_the_name_of_its_own_host() {
    let Some(address) = address() else { return };
    let (_, port) = address.rsplit_once(':').expect("a port");
    let node = rustix::system::uname();
    let name = node.nodename().to_str().expect("the name of this machine");
    if (name, 1).to_socket_addrs().is_err() {
        return eprintln!("not tested: this machine does not know the address of its own name");
    }
    for (writers, readers) in [(name, address.as_str()), ("0.0.0.0", &address)] {
        let log = log_of(&format!(
            "libname p sasesock '{readers}' timeout=60;
signon a;
rsubmit a wait=no;
 libname p sasesock '{writers}:{port}' timeout=60;
 data p.q; do i = 1 to 5000; output; end; run;
endrsubmit;
data got; set p.q; run;
data _null_; set got end=e; if e then put 'last ' i; run;
waitfor a;"
        ));
        assert!(log.contains("\nlast 5000\n"), "{log}");
        assert!(log.contains("encrypted tcp"), "{log}");
    }
}

#[test]
fn a_program_without_sessions_needs_a_secret() {
    let dir = place_of("libname p sasesock '0.0.0.0:7'; data p.q; i = 1; run;", &[]);
    let ran = run(&dir);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(ran.stderr.contains("needs SECRET= at both ends"), "{}", ran.stderr);
    assert!(ran.stderr.contains("sessions of one program"), "{}", ran.stderr);
}
