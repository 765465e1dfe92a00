/** Planning, agreeing, people, and the history of the work. The form is told in `topics/index.ts`. */
export const TEAMWORK = `
(check/save/checked) (it/this/that/changes/my changes/them/everything) in, check in (it/this/that/changes/what/my),
  (save/record/store) (my/all/these/this/current) (changes/work), (commit/commits)
  (it/this/that/changes/everything/now/please/message/subject/body/wording), wording of … (commit/change), one commit or,
  several commits, squash, amend, wip, (tiny/small/many/NUM) commits, (combine/fold/melt/join) … (them/commits/into one),
  (history/git log) … (read/full/messy/unreadable), (sum/summarise/summarize/describe) … (changes/change/diff) for
  : commit commit_message | changes conventional message subject

(branch/branches) (name/called/off/from/old/stale/lives/live/for/NUM/is/be), (name/call) … (branch/branches), which branch,
  (new/feature/long lived/stale/wrong/own/other/another) branch, cherry pick, (just/only) … (one/single) (fix/commit) …
  (branch), onto (other/another/release) branch, (rebase/merge) or (rebase/merge), (trunk based/gitflow/git flow), behind
  (main/master), branch off
  : branch git workflow | branching trunk feature_branch merge rebase

(both/two of i/two people) (modified/changed/edited/touched), (keep/take/choose) (mine/theirs/ours/yours), which side …,
  (conflict/conflicts) (in/with/after/when/content/marker/markers/everywhere), (merge/rebase/pull/cherry pick) …
  (conflict/conflicts), (rebase/merge) (stops/fails/complains/a mess/hell), automatic merge failed, resolve …
  (conflict/conflicts), (arrows/angle brackets/equal signs) in (file/code), both (edit/touch) same
  : merge_conflict conflict | resolve rebase merge git

(reset hard/hard reset/force push/force pushed/detached head/reflog/git clean/filter branch/filter repo/rewrite
  history/rewritten history), (lost/gone/vanished/disappeared/deleted/overwrote) … (commit/commits/branch/stash),
  (commit/commits/branch/stash/work/changes) … (gone/lost/vanished/disappeared/overwritten), (wrong) (branch/commit),
  (committed/pushed/checked in/checked) … (by mistake/accidentally/wrong branch/large file/video/binary/NUM gb/NUM mb/huge),
  (pushed/committed) to (main/master/wrong), (undo/revert/take back) … (commit/push/merge/rebase), (huge/large/big/binary)
  (file/files/blob/blobs) … (repo/repository/git/history), clone … (forever/slow/ages/huge/big), nowhere (to be found/to
  find), (days/hours/weeks) of work … (gone/nowhere/lost/away)
  : git history undo | recover safe reflog force_push lost rewrite workflow commit

(be/am/all/finally/got it/i be/is) (done/finished/complete/completed/shipped) (with/for/now/at last/finally), i be done, be
  (done/finished/complete) with,
  (task/feature/work/project/job/ticket/story/sprint/milestone/import/refactoring/migration/rewrite) …
  (done/finished/complete/completed/wrapped up/over/behind us), (all/finally/just/have) (done/finished),
  (wrap/wraps/wrapped/wrapping) … up, call it (day/done), that is it (for/then/feature), (is/be) (done/finished/completed)
  (now/finally/at last), finally (done/finished/works/over/in/merged/live), (feature/it/that/change) is in, we made it,
  (put/close) … (to bed/behind), finished (it/this/that/implementing/building/writing/work), crossed finish line, end of
  (sprint/project/milestone/quarter/iteration), through with, (live/done/over/out) at last, never again, think i be
  (finish/done), everything (merge/deliver/in/ship)
  : retrospective learning retro done | finished complete task_done task_complete lesson reflect look_back completion

(what/anything) (do/did/can/have/could/should) (i/we) … (learn/learned/learnt/take away/do better/do differently/improve),
  (look/looking/reflect/reflecting) (back/on), in hindsight, next time (i/we), (went/gone/go) (well/better/badly/wrong with
  project), do (better/differently), (takeaway/takeaways/lesson/lessons), take away from, (took/take) … longer than
  (it/i/we/expected/planned/should), (how/what) could … (gone better/done better/improved), (should/could) have …
  (earlier/sooner/differently), (work/worked) (together) as team, never do … like that again, learn from
  (it/this/that/mistake/mistakes)
  : retrospective retro learning | lesson improve reflect learnt learned look_back

(write/jot/note/put/scribble) … (down/log/journal/diary/notes/protocol), (make/take/leave/add) (note/notes/record/an
  entry/entry), note (it/this/that/somewhere/for), for (record/later reference), on record, keep (record/track of what),
  before i forget, (record/log/document) (that/what/it/this/todays/my/progress), what (have/did) i (do/achieved/achieve/get
  done/got done/done) …, remember (that/this/for/it), so (that/) i (remember/know/not forget) later, (log/journal/diary)
  (it/this/that/entry/for), worth (noting/remembering/writing down)
  : work_log journal log | diary record entry note work logging

(second/third/fourth/fifth/NUM) time (this/now/in/already/that/i), again and again, over and over, (keep/keeps/kept)
  (happening/coming back/breaking/recurring/making), (every/each) (single/) time, same
  (mistake/mistakes/problem/bug/error/issue) (again/as/twice), in row, (once/yet/all over) again, comes back, deja vu
  : recurring improvement pattern | repeat tracking regress improve

(break/split/cut/chop/slice/divide) … (down/up/into/pieces/smaller/chunks/steps/tasks), (too/way too/far too)
  (big/large/much/huge) (for/to), where (do/to/should) … (begin/start), (smaller/small) (pieces/steps/chunks/tasks/tickets),
  (huge/giant/monster) (task/ticket/story/epic/feature), (big/large) (task/ticket/story/epic), how (do/would/should) i
  (tackle/approach/go about) …, (before/without) (writing/coding/start), (plan/roadmap/milestone) (for/of/next),
  (next/coming) (NUM/six/few/three/two/four) (weeks/months), (this/next/coming) (quarter/sprint/year/month/iteration), what
  should i … (tackle/work on/build/focus) …, (user story/user stories/acceptance criteria/work breakdown), (take on/pull in)
  … (sprint/week/iteration/month), what (shall/should/do) i take on, for next NUM week, turn … into
  (task/ticket/story/something)
  : planning break_down plan | split slice epic milestone roadmap breakdown story steps

how (long/much time/much work/much effort/big/many days/many hours/many weeks/many points/hard)
  (will/would/do/is/to/it/for/until/should/could/take/be), how many … (days/hours/weeks/points/sprints), when
  (will/would/can/could) … (ready/done/finished/available/live), when … (ready/done/finished/available),
  (ready/done/finished/make it/manage/deliver/delivered) (by/until/before/in time/till), by (when/end
  of/friday/monday/march/april/may/june/july/summer/christmas/easter), (effort/estimate/guess/guesstimate/ballpark/t shirt
  size) (for/of/how), (deadline/due date), NUM (days/weeks/hours/points) (or/enough/realistic), (realistic/feasible)
  (date/deadline/by), (underestimated/overestimated), be (it/this/that) NUM or NUM, more like NUM,
  (boss/manager/sales/client/customer) … (date/when), how (soon/fast) can
  : estimate estimation sizing | effort forecast deadline points size

(what/which) … (first/most important/priority/urgent/comes first/next), (work on/do/fix/tackle) (first/next), what is next,
  what should i (do/work on), (order/rank/sort/prioritise/prioritize/groom) …, (more/most) (important/urgent) (than/or), NUM
  (open/new) (issues/bugs/tickets/tasks), (too many/flood of/mountain of/pile of) (bugs/issues/tickets/requests/things),
  (drowning/drown) in, is (it/this/that) urgent, (how bad/how urgent/how severe) is
  : triage priority prioritization | prioritise prioritize backlog severity first

(found/noticed/discovered/spotted/saw/hit/see) (a/another/one/this/strange/small/) (bug/problem/defect/issue/error/typo),
  (track/file/open/raise/report/create/log) (it/this/that/a/an/bug/issue/ticket/defect), not (get lost/be forgotten/forget),
  (for/deal with it/look at it/fix it/do it) later, (no time/not now) …, (ticket/issue) (for/about/that/with), bug report,
  steps to reproduce, (duplicate/duplicates) of, (new/another) (ticket/issue), should i (report/file)
  : issue ticket bug_report | create_issue file report track tracking creation triage

(can/could/may/should/ready to/want to/let us/please) … (close/closed/closing) …, (close/closing)
  (it/this/that/issue/ticket/NUM/as), (ticked/tick/ticking/crossed) off, (mark/set) … (done/closed/resolved/complete),
  (all/everything/criteria/checkboxes/boxes) … (ticked/checked off/met/fulfilled/done), definition of done
  : close_issue issue close | closure done definition_of_done checklist criteria

while (i/you) (be/at) (at/it/here), while at it, (could/can) you also, (i/they/client/customer/boss/we) (could/want/wants/now
  want/wants now) (also/too/as well), one more thing, nice to have, (another/new) (idea/wish/wishes/requirement), (never/not)
  (agreed/planned/part of/ordered/in plan/on plan/in contract), (want/wants/wanted/asks for/asked for) … (too/as well/on
  top/in addition/additionally/suddenly/more), on top of (it/that/this), (extra/additional)
  (feature/work/requirement/wish/request), (out of/in/beyond) scope, (growing/grows/bloated/gold plating), keeps
  (adding/changing), (changed/change) (mind/requirements)
  : scope scope_creep change_request | creep wish additional requirement

(my/the/) (boss/manager/management/steering/stakeholders/ceo/cto/client/customer/board/sponsor) … (ask/asks/wants to
  know/want to know/wonders/update/progress/status/informed/report), (how/where) (far/do) i (be/stand), (where/how far) (be
  i/i be/i stand), (know/tell/hear/say) … (where/how far) i (be/stand), how (is/be) (it/things/project) (going/coming),
  (how/what) (are/be) i (getting on/doing/coming along), any progress, (weekly/monthly/status/progress)
  (update/report/mail/summary/newsletter), (inform/update/tell) … (stakeholders/management/everybody/boss/client/others/other
  teams), keep … (posted/informed/in loop/up to date), (let/send) … (know/update), sum up (week/month/sprint), summary of
  (week/month/sprint/progress)
  : status status_report update | progress report weekly stakeholder summary communication

(standup/stand up/daily/scrum), (blocked/stuck/waiting/wait) (by/on/for) …
  (team/colleague/somebody/him/her/them/other/design/days/answer/review), (since/for) (NUM/two/three/days) (days/weeks) …,
  (impediment/blocker/blockers), (yesterday/today) i (do/will/be), what i (did/do) yesterday, (morning/daily)
  (round/meeting/call/circle), every morning
  : standup daily | blocked status meeting

(meeting/meetings) (agenda/notes/minutes/invite/about/for/take/too), agenda, meeting minutes, (invite/schedule/set up/call) …
  (meeting/call/workshop), (too many/pointless/endless/long) meetings, facilitate
  : meeting agenda | facilitate minutes notes

(demo/show/present/presentation) … (customer/stakeholders/management/board/users/sprint review/progress/audience), sprint
  review
  : demo stakeholder presentation | review show

what (if/could/can) … (go wrong/fall through/not deliver/fails/leaves/late/late/bankrupt),
  (supplier/vendor/partner/contractor) … (not deliver/late/bankrupt/fails/slip), (risk/risks/risky/plan b/contingency/worst
  case/uncertain/uncertainty), (depends/depend) on … (supplier/vendor/partner/third/one person),
  (worry/worries/worried/afraid/nervous) …
  : risk mitigation | register contingency assumption

(join/joins/joining/starts/start/starting/begins) (us/team/company/with us/on monday/monday/next/on/tomorrow/as/in),
  (somebody/new person/someone new/new colleague/new hire/newbie/new starter/new joiner/new dev/new
  developer/intern/trainee/apprentice/junior/working student/graduate) …, (first) (day/week/days/weeks)
  (at/of/here/with/for/in), (new here/just joined/new to/be new/new in team/my first), (get/getting) (started/up to
  speed/settled/set up), (laptop/badge/account/accounts) (for/ready) …, welcome …, (mentor/buddy/induction), ramp up
  : onboarding new_team_member new_starter | newcomer welcome buddy mentor joiner new first_week

(resigned/quit/quits/leaves/leaving/left/fired/retires/retiring/gave notice/handed in)
  (company/team/us/on/at/end/next/friday/notice/i/his/soon/for), (has/have) (quit/resigned/left/given notice), last
  (day/week/time) … (friday/here/him/her/with us/at/of/see), is (quitting/leaving/retiring), (farewell/goodbye),
  (take/takes/taking/took) over (from/my/his/her/it/project/service/it), (only/just) … (knows/know/understands)
  (how/it/about/billing/this), (off/away/out/gone) (for/from/until/next/on/NUM) …,
  (vacation/holiday/holidays/leave/parental/maternity/sabbatical/sick leave) …, (who/somebody) … (cover/covers/look
  after/take care) …, (hand/handing/pass) … over (to/my/project/service), while i (be/am) (away/gone/off), (bus factor/single
  point of knowledge), when … (gone/leaves), who (own/owns), (once/when/after) … be gone,
  (person/colleague/guy/developer/somebody) who leave, only (one/person) (who/that)
  : handover offboarding knowledge_transfer | leaver transfer absence holiday takeover leaving

(interview/interviewing/hire/hiring/recruit/recruiting/applicant/applicants/candidate/candidates/cv/resume/vacancy/job
  ad/take home), (looking/look/searching) for … (dev/developer/engineer/programmer/tester/designer/colleague/team member),
  (need/want) (another/more/one more) (dev/developer/engineer/people/developers), which questions …, (reject/turn down) …,
  (application/applications/applicants/cvs) for, (position/opening/vacancy)
  : interview hiring | candidate recruit scorecard applicant

(one to one/one on one/1 on 1/performance review/appraisal/feedback talk/give feedback/raise/promotion/career),
  (praise/criticise/criticize) …, difficult conversation, unhappy with (colleague/him/her/team)
  : feedback one_to_one | growth career people

(disagree/disagrees/argue/arguing/quarrel/fight/row/conflict) (with/about/between/over/in team), not agree, (different/two)
  opinions, can not agree, (talk/talking) past each other, (rude/unfriendly/hostile/bullying/shouting) …
  : conflict disagreement collaboration | decide team mediation

(pair/pairing/mob/mobbing/swarm) (with/on/programming/session/remotely), sit (down/) together, (together/two of us) on
  (this/it/one/that), (work/code/do/solve) … together (on/with), sit … together, who type, (two/both) of i …
  (together/keyboard)
  : pair_programming pairing pair | mob together

(customer/client/guy/user/somebody from) … (furious/angry/upset/mad/threatens/threaten/unhappy/annoyed/demands/wants
  refund/cancel/yelling/lawyer), (support/helpdesk/service desk/hotline) … (ask/asks/pass/passes/passed/stuck/not
  know/overwhelmed/forward/escalate/escalated), what do i (tell/reply/answer/say to) (him/her/them/customer/they/client),
  (complaint/complaints/complain about us), (vip/key account) …, (helpdesk/support/service desk/hotline/first level) … (can
  not/not able/ask/need/solve/forward), second level, (developer/engineer) … (look/help) … (ticket/customer)
  : escalation support customer | complaint angry ticket service

(licence/license/licences/gpl/agpl/lgpl/mit/apache/copyleft/open source license/proprietary/copyright), (may/can) (i/we)
  (use/copy/take/sell) … (library/code/function/snippet/stack overflow/github/font/image/package), copy … (from/off) (stack
  overflow/github/internet/web/somewhere), allowed to (use/copy/ship/distribute)
  : licence license legal | open_source third_party attribution copyright compliance
`
