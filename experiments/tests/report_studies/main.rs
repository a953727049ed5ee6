//! `study report`: its figures, what it must not show, its command and its page.

mod browser;
mod command;
mod figures;
mod honesty;
mod support;
