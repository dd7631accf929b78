//! The network of the hosts: a switch, a cable from it to each host, and one to the machine that the test runs on.

use std::fmt::Write as _;
use std::io::Write as _;
use std::net::Ipv4Addr;
use std::process::{self, Command, Stdio};
use std::time::Duration;

use super::host::Host;
use crate::program::{peer, peer_succeeds};

/// Addresses that nothing else on this machine has: 10.213.x.0/24.
#[derive(Clone, Copy)]
pub struct Subnet(u8);

impl Subnet {
    /// One that no address and no route of the machine is in. It is free until it is in use, so it is to be used before
    /// another is looked for; other processes begin to look elsewhere.
    pub fn free() -> Result<Self, String> {
        let used = peer_succeeds("ip", ["-4", "address"]) + &peer_succeeds("ip", ["-4", "route"]);
        let first = process::id() as u8;
        (0..=u8::MAX)
            .map(|step| Self(first.wrapping_add(step)))
            .find(|subnet| !used.contains(&format!(" 10.213.{}.", subnet.0)))
            .ok_or_else(|| "all of 10.213.0.0/16 is in use".to_owned())
    }

    /// Of a host by its number.
    pub fn address(self, host: u8) -> Ipv4Addr {
        Ipv4Addr::new(10, 213, self.0, host)
    }

    /// Of the switch.
    pub fn head(self) -> Ipv4Addr {
        self.address(253)
    }

    /// Of the machine that the test runs on.
    fn machine(self) -> Ipv4Addr {
        self.address(254)
    }
}

/// The speed that a line is slowed down to.
#[derive(Clone, Copy, Default)]
pub struct Line {
    /// Bytes per second in each direction.
    pub rate: Option<u32>,
    /// The time that each direction takes.
    pub delay: Option<Duration>,
}

/// A switch with its cables. Dropped, the machine has no way to it any more.
pub struct Network {
    /// The machine's end of its cable.
    link: String,
    /// The first process of the host that is the switch.
    switch: u32,
}

impl Network {
    /// Makes a host the switch, and connects it with the machine.
    pub fn start(link: String, subnet: Subnet, switch: u32) -> Result<Self, String> {
        configure(
            switch,
            &format!(
                "link add switch type bridge\n\
                 address add {}/24 dev switch\n\
                 link set switch up\n",
                subnet.head()
            ),
        )?;
        let network = Self { link, switch };
        let link = &network.link;
        let address = subnet.machine();
        batch(
            Command::new("ip"),
            &format!(
                "link add {link} type veth peer name machine netns {switch}\n\
                 address add {address}/24 dev {link}\n\
                 link set {link} up\n\
                 {}",
                patient(link)
            ),
        )?;
        configure(switch, "link set machine master switch up\n")?;
        Ok(network)
    }

    /// Connects a host with the switch. The switch's end has the host's name.
    pub fn plug(&self, host: &Host) -> Result<(), String> {
        let (name, init, address) = (host.name(), host.init(), host.address());
        configure(
            self.switch,
            &format!(
                "link add {name} type veth peer name eth0 netns {init}\n\
                 link set {name} master switch up\n"
            ),
        )?;
        configure(
            init,
            &format!(
                "address add {address}/24 dev eth0\nlink set eth0 up\n{}",
                patient("eth0")
            ),
        )
    }

    /// The machine's end of its cable.
    pub fn link(&self) -> &str {
        &self.link
    }

    /// Pulls a host's cable at the switch (`down`), or puts it back (`up`).
    pub fn set_cable(&self, host: &Host, state: &str) {
        let done = configure(self.switch, &format!("link set {} {state}\n", host.name()));
        done.expect("the switch has a cable of each host");
    }

    /// Slows down what both ends of a cable send.
    pub fn shape(&self, host: &Host, line: Line) -> Result<(), String> {
        for (at, end) in [(self.switch, host.name()), (host.init(), "eth0")] {
            let at = at.to_string();
            let shape = discipline(line);
            let words = ["--target", &at, "--net", "tc", "qdisc", "replace", "dev", end, "root"];
            let output = peer("nsenter", words.into_iter().chain(shape.split(' ')));
            if !output.status.success() {
                let why = String::from_utf8_lossy(&output.stderr);
                return Err(format!("tc refuses {shape}: {}", why.trim()));
            }
        }
        Ok(())
    }
}

/// Returns the words by which `tc` calls a line. A rate alone needs less of the kernel than a delay.
fn discipline(line: Line) -> String {
    match line {
        Line {
            rate: None,
            delay: None,
        } => "noqueue".to_owned(),
        Line {
            rate: Some(rate),
            delay: None,
        } => format!("tbf rate {rate}bps burst 64kb latency 100ms"),
        Line {
            rate,
            delay: Some(delay),
        } => {
            let mut words = format!("netem delay {}us limit 100000", delay.as_micros());
            if let Some(rate) = rate {
                write!(words, " rate {rate}bps").expect("a text takes all");
            }
            words
        }
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // The kernel would take it away with its other end, but later than this returns.
        peer("ip", ["link", "delete", &self.link]);
    }
}

/// A line for `ip`: who is not there is asked for again and again, and not given up after three seconds. So a new
/// connection to a host that is cut off waits too, as it does where routers lie between.
fn patient(device: &str) -> String {
    format!("ntable change name arp_cache dev {device} ucast_probes 1000 mcast_probes 1000\n")
}

/// Lines for `ip` in the network of a process.
fn configure(process: u32, lines: &str) -> Result<(), String> {
    let mut command = Command::new("nsenter");
    command.args(["--target", &process.to_string(), "--net", "ip"]);
    batch(command, lines)
}

fn batch(mut ip: Command, lines: &str) -> Result<(), String> {
    let mut child = ip
        .args(["-batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("the peer ip is needed here ({error}); .ci/run installs it"));
    let mut stdin = child.stdin.take().expect("it was asked for");
    // Where it ended early, its status says so.
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("a child of ours");
    let why = || String::from_utf8_lossy(&output.stderr).into_owned();
    output.status.success().then_some(()).ok_or_else(why)
}
