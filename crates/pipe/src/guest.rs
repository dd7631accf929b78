//! One who has come to a writer's door: what it has said so far, until it is known to be the reader or is sent away.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::net::{RecvFlags, SendFlags, recv, send};

use crate::hello::{self, Challenge, Hello, Message, Refusal, Role, Strange, Token, Welcome};
use crate::owner::Owner;
use crate::proof::{reader_has, writers_proof};
use crate::secret::{PROOF, Secret};
use crate::socket::Place;
use crate::step::token;

/// How long one has to say who it is.
const PATIENCE: Duration = Duration::from_secs(2);

/// Someone at the door.
#[derive(Debug)]
pub(crate) struct Guest {
    /// Its connection.
    pub socket: OwnedFd,
    /// By which listener it came.
    pub place: Place,
    since: Instant,
    said: Vec<u8>,
    known: Option<(Hello, Challenge)>,
}

/// How a guest stands after what it has said.
pub(crate) enum Standing {
    /// It has not said all.
    Waits(Guest),
    /// It is a reader, and has been told so.
    Welcome(Guest, Hello, Token),
    /// It has been sent away; why, where that tells something to who waits.
    Gone(Option<&'static str>),
}

/// Whether a guest is taken; else what it is told, if anything.
pub(crate) type Taken = Result<(), Option<Refusal>>;

/// Someone sent away: what it is told, and what the step that waits is.
type SentAway = (Option<Refusal>, Option<&'static str>);

/// What a door tells its guests.
pub(crate) struct House<'a> {
    /// The writer's secret.
    pub secret: Option<&'a Secret>,
    /// The data set's name.
    pub what: &'a str,
    /// Whether one is taken who comes for this and with this token.
    pub takes: &'a dyn Fn(Role, &Token) -> Taken,
    /// Whose a guest is.
    pub owner: &'a dyn Fn(&Guest) -> Owner,
}

impl Guest {
    /// One who has just come.
    pub(crate) fn new(socket: OwnedFd, place: Place) -> Self {
        place.prepare(&socket);
        Self {
            socket,
            place,
            since: Instant::now(),
            said: Vec::new(),
            known: None,
        }
    }

    /// Whether it has said a whole hello.
    pub(crate) fn has_begun(&self) -> bool {
        self.known.is_some()
    }

    /// Hears what it says and answers.
    pub(crate) fn attend(mut self, house: &House<'_>) -> Standing {
        loop {
            let message = match self.hear() {
                Ok(Some(message)) => message,
                Ok(None) if self.since.elapsed() < PATIENCE => return Standing::Waits(self),
                Ok(None) => return Standing::Gone(Some("something came there that said nothing")),
                Err(Some(Strange::NotOurs)) => {
                    return Standing::Gone(Some("something came there that is not feedrate"));
                }
                Err(Some(Strange::Version)) => {
                    return self.refuse(
                        Refusal::Version,
                        "a reader of another version of feedrate came",
                    );
                }
                Err(None) => return Standing::Gone(None),
            };
            self.said.clear();
            match (message, self.known.take()) {
                (Message::Hello(hello), None) => match self.challenge(hello, house) {
                    Ok(known) => self.known = Some(known),
                    Err(standing) => return self.refused(standing),
                },
                (Message::Proof(proof), Some((hello, challenge))) => {
                    return self.judge(hello, &challenge, &proof, house);
                }
                _ => return Standing::Gone(Some("something came there that is not feedrate")),
            }
        }
    }

    /// The message that has come, once it has; an error where it is none, or the guest has left.
    fn hear(&mut self) -> Result<Option<Message>, Option<Strange>> {
        let mut buffer = [0; 600];
        loop {
            match Message::read(&self.said) {
                Ok(Some(message)) => return Ok(Some(message)),
                Ok(None) => {}
                Err(strange) => return Err(Some(strange)),
            }
            let missing = Message::missing(&self.said).min(buffer.len());
            match recv(&self.socket, &mut buffer[..missing], RecvFlags::empty()) {
                Ok((0, _)) => return Err(None),
                Ok((come, _)) => self.said.extend_from_slice(&buffer[..come]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(None),
                Err(_) => return Err(None),
            }
        }
    }

    fn challenge(&self, hello: Hello, house: &House<'_>) -> Result<(Hello, Challenge), SentAway> {
        (house.takes)(hello.role, &hello.token).map_err(|refusal| (refusal, None))?;
        if house.secret.is_none() {
            match (house.owner)(self) {
                Owner::Mine => {}
                Owner::Other => {
                    let why = "a reader of another user came";
                    return Err((Some(Refusal::OtherUser), Some(why)));
                }
                // It may have hung up, or comes again.
                Owner::Unclear => {
                    let why = "a reader came of which the system does not tell whose it is (both steps can be given \
                               the same SECRET=)";
                    return Err((None, Some(why)));
                }
            }
        }
        let challenge = Challenge {
            guarded: house.secret.is_some(),
            nonce: token(),
        };
        if !self.say(&Message::Challenge(challenge.clone())) {
            return Err((None, None));
        }
        // The reader leaves by itself, as it alone can tell its user.
        match (hello.guarded, house.secret) {
            (true, None) => Err((None, Some("a reader came that was given SECRET="))),
            (false, Some(_)) => Err((None, Some("a reader came that was given no SECRET="))),
            _ => Ok((hello, challenge)),
        }
    }

    fn judge(
        self,
        hello: Hello,
        challenge: &Challenge,
        proof: &[u8],
        house: &House<'_>,
    ) -> Standing {
        if house
            .secret
            .is_some_and(|secret| !reader_has(secret, &hello, challenge, proof))
        {
            return self.refuse(Refusal::WrongSecret, "a reader with another SECRET= came");
        }
        if let Err(refusal) = (house.takes)(hello.role, &hello.token) {
            return self.refused((refusal, None));
        }
        let mut welcome = Welcome {
            proof: [0; PROOF],
            token: token(),
            what: hello::shortened(house.what).to_owned(),
        };
        if let Some(secret) = house.secret {
            welcome.proof = writers_proof(secret, &hello, challenge, &welcome);
        }
        let token = welcome.token;
        if self.say(&Message::Welcome(welcome)) {
            Standing::Welcome(self, hello, token)
        } else {
            Standing::Gone(None)
        }
    }

    fn refuse(self, refusal: Refusal, why: &'static str) -> Standing {
        self.refused((Some(refusal), Some(why)))
    }

    fn refused(self, (refusal, why): SentAway) -> Standing {
        if let Some(refusal) = refusal {
            self.say(&Message::Refused(refusal));
        }
        Standing::Gone(why)
    }

    /// Says something; whether it went whole, as it does where so little was said before.
    fn say(&self, message: &Message) -> bool {
        let bytes = message.to_bytes();
        send(&self.socket, &bytes, SendFlags::NOSIGNAL) == Ok(bytes.len())
    }
}
