/** Turns of phrase that tell a situation without naming it, and words that instructions for it are likely to have. */

/** `…` stands for up to three words. Behind the colon the words of the situation, of which an instruction counts the best. */
export const IDIOMS = `
  i am done, we are done, all done, done with, i finished, just finished, we finished, have finished, that is it for, wraps … up,
    wrap … up, wrapping up, call it a day, is complete, is finished, it works now, finally works, out the door
    : complete finish done completion retrospective learn
  what did we learn, what have we learned, what did i learn, look back, looking back, in hindsight, next time we, gone better,
    went well, do better, do differently, takeaways
    : retrospective learn lesson improve reflect
  left off, where were we, i am back, pick … up, last time, did we stop, catch me up, up to speed, were we doing, been away
    : resume continue session context recover handover
  what is next, what should i work on, what do i work on, next item, next up, next task
    : status next issue backlog priority
  where do we stand, how far are we, how is it going, any progress
    : status progress report update
  how long, how much time, how much work, how much effort, how big, when will … be ready, ready by, by when
    : estimate effort size duration
  too big, too large, too much for one, break … down, split … up, into pieces, into smaller, where to begin, where to start
    : split breakdown epic sub decompose plan
  while we are at it, while you are at it, while i am at it, while i am here, we could also, could you also, one more thing,
    nice to have, had another idea
    : scope creep follow
  second time, third time, fourth time, again and again, over and over, keeps happening, keep happening, every single time,
    same mistake, same problem, in a row, once again, yet again, all over again
    : recurring repeat pattern improve regress
  is down, are down, went down, goes down, nothing works, stopped working, not reachable, can not be reached, on fire,
    for everybody, for all users, for all customers
    : incident outage emergency
  why did it happen, why did this happen, how did this happen, happen again, happens again, what led to, how could this
    : postmortem cause prevent incident
  take it back, take that back, take this back, go back to, back to the old, back to the previous, roll it back, roll that back
    : rollback revert undo
  get … back, is gone, are gone, has vanished, have vanished, wiped
    : restore recover recovery backup
  passes when, passes again, passes locally, fails sometimes, sometimes fails, sometimes red, now and then, once in a while,
    on my machine, only sometimes, one time in, time out of ten, goes red, red again
    : flaky intermittent unstable
  no idea why, no clue, not know why, no idea what, not figure out, makes no sense, does not work, is not working,
    is undefined, get undefined, is null, of undefined, of null, wrong result, what is going on, going in circles,
    tried everything, am stuck, behaves differently, does nothing
    : debug bug investigate cause diagnose reproduce
  takes … seconds, takes … minutes, takes … hours, takes ages, takes forever, takes too long, so slow, out of memory, gb of, mb of,
    gb memory, loads forever, freezes, hangs, at 100
    : slow performance memory profile latency bottleneck
  should we use, should i use, should we go with, should we choose, or should we, help me decide, pros and cons, torn between,
    versus, better option, which of the two
    : decide decision choice alternative tradeoff architecture
  code … belong, code … live, code … go, does … belong, should … live, where do i put, where should i put, which folder, right place for,
    which layer, where to put
    : structure module boundary layer organize
  only admins, allowed to, not allowed, who can see, who may, able to see, should not see, only … should be able, may see
    : permission access authorize role
  percent of, some users, some customers, few users, few customers, a small group, turn it off, turn it on, switch it off,
    switch it on, to see it at first, step by step to
    : rollout gradual flag toggle canary
  write down, write that down, write this down, make a note, take a note, note that, for the record, on record, keep a record
    : log record note entry
  without asking, stop asking, ask me first, ask first, asking me, check with me, on your own, by yourself, you decide, up to you,
    do whatever
    : autonomy permission ask delegate approval collaborate
  track it, track this, track that, not get lost, not be forgotten, not forget, for later, found another, deal with it later,
    look at it later, noticed another, discovered a
    : issue ticket track file
  can be closed, acceptance criteria, ready to close, mark … done, mark as done
    : close closure criterion
  take a look at, have a look at, look over, look at my, look at this, what do you think, tell me what you think, pair of eyes,
    look right, any feedback, sanity check, go over my
    : review feedback
  ready to merge, ready for merging, ready to be merged, be merged, ready for review, up for review
    : pull request merge
  check in, check it in, save my changes, save my work, staged
    : commit
  wrong branch, wrong commit, by mistake, by accident, oops, accidentally, messed up
    : undo revert reset recover safe
  both modified, both changed, keep mine, keep theirs
    : merge conflict
  in plain text, hard coded, my password, the password, got leaked, was leaked
    : secret credential leak rotate
  users upload, people upload, user enters, users enter, people enter, people type, from outside, typed into
    : validate input sanitize untrusted
  joins the team, join the team, joins us, starts on, starts next week, first day, first week, new here, just joined, is new to,
    new colleague, new team member, get started
    : onboard newcomer setup welcome
  leaves the company, leaving the company, leaves the team, last day, takes over, take over from, on vacation, on holiday, away for
    : handover transfer absence
  tell the, tell our, let … know, inform, send an update, keep … posted, announce
    : communicate update stakeholder announce
  keyboard only, with the keyboard, without a mouse, colour blind, color blind, can not see, zoomed in
    : accessibility
  this quarter, next quarter, next months, over the next, this year, long term, focus on, comes first
    : roadmap plan prioritize milestone
  hard to understand, nobody understands, hard to read, hard to follow, what it does, impossible to follow
    : comment document readable refactor clarity
  without downtime, existing rows, old rows, existing data, rename … column, new column
    : migrate migration schema
  times out, timed out, goes wrong, returns an error, a 500, a 503, when … fails, if … fails
    : error retry exception handle timeout
  breaks existing, breaks clients, breaks callers, which number, next version, version number, not compatible
    : version semver breaking compatible
  how many requests, how many errors, how often does, notice when, find out when, be notified, get notified, know when, keep an eye on,
    in real time, wake me
    : monitor metric alert observe dashboard
  not used anymore, no longer used, nobody uses, clean up, clean … up, tidy up, copy paste, copied from, a mess, spaghetti,
    same code, too many arguments
    : refactor cleanup remove duplicate deprecate
  go live, goes live, to production, to prod, to staging, push it out, out to customers, ready to ship, put it online
    : deploy release production
  make sure … works, make sure … keeps, not break again, edge cases, without a real, without calling, fake the
    : test verify cover mock
  out of date, newer version, latest version, outdated, behind on, several versions behind
    : upgrade update dependency stale
  nobody finds, nobody knows how, explain to users, how do people, how to use
    : documentation guide readme
  delete my account, email addresses, asks for their data, knows about me, be forgotten
    : privacy personal retention
  not be undone, no way back, delete all, delete everything, drop the, directly on prod, directly in production, rm rf
    : safe destructive danger confirm
  not sure what, what exactly, not clear what, could mean, what do they mean
    : clarify requirement ask ambiguous
  we disagree, not agree, can not agree, different opinions
    : decide conflict disagree
  step through, one by one, in which order
    : procedure plan step checklist
  are we ready, ready to release, before we release, before the release, did we forget
    : checklist release verify ready
  looks ugly, looks wrong, looks off, looks odd, overlaps, too small to
    : style layout design css
  draw, picture of, how it fits together, sketch
    : diagram visualize
`
