/** Words of general language and trade that mean nearly the same: one stands for the others, at a discount. */
import { stemsOf } from './words.js'

const GROUPS = `
  done finished completed wrapped
  bug defect
  error exception
  crash outage down
  incident outage
  fix repair resolve
  retro retrospective
  postmortem retrospective
  docs documentation document
  doc documentation
  readme documentation
  guide instruction manual
  repo repository
  config configuration settings
  auth authentication login
  authz authorization permission
  db database
  sql database
  perf performance
  slow performance
  latency performance
  fast performance
  a11y accessibility
  i18n internationalization localization translation
  l10n localization translation
  env environment
  deps dependency
  lib library dependency
  package dependency
  upgrade update bump
  adr architecture decide
  pr pull review
  mr merge review
  ci pipeline
  cd deploy
  k8s kubernetes
  infra infrastructure
  sec secure
  vuln vulnerability
  cve vulnerability
  password secret credential
  token secret credential
  key secret
  newbie onboarding
  joiner onboarding
  newcomer onboarding
  hire onboarding
  delete remove
  revert rollback undo
  deploy release ship rollout
  publish release
  diary log journal
  note log
  spec specification
  req requirement
  estimate size effort
  story ticket task
  ticket issue
  flag toggle
  schema migrate
  refactor cleanup restructure
  debug troubleshoot diagnose
  investigate diagnose
  oncall pager
  page alert
  alert alarm
  metric monitor observe
  dashboard monitor
  backup restore
  customer client user
  colleague teammate
  meeting standup
  plan schedule
  test spec
  flaky unstable
  mock stub fake
  checklist list
  verify check
  endpoint api
  buy purchase order
  sick ill
  broken fail
  clean tidy
  begin start
  stop end
  make create
  photo picture image
  prod production
  dev development
  diff change review
  truncate drop delete
  seconds slow performance
  mb gb memory
  french german japanese spanish chinese polish language locale
  boss manager management stakeholder
  ops operation
  css style frontend
  unreachable unavailable offline outage down
  alarm alert
  memory cpu load performance
  leak leaked exposed disclosure secret
  attacker hacker breach exploit secure
  researcher disclosure vulnerability
  blind keyboard contrast screenreader accessibility
  translate translation wording localization language
  laptop badge joiner onboarding newcomer
  vacation holiday absence leave handover
  successor takeover handover
  jot record note log
  takeaway lesson learn retrospective
  hindsight retrospective
  milestone done complete finished
  achieve accomplish done complete
  shipped merged done
  again recurring repeated regression
  regress regression
  deadline estimate schedule
  days hours estimate effort
  creep scope
  wish scope request
  argue disagree conflict
  comment feedback review
  approve review approval
  branch git
  rebase merge git
  push commit git
  squash commit
  stacktrace exception debug
  guess debug diagnose
  breakpoint debug
  intermittent sometimes flaky random
  dummy sample fixture
  coverage test
  staging environment deploy
  launch release live
  canary rollout flag
  hide flag toggle
  version semver release
  major minor version breaking
  breaking compatible compatibility
  deprecate remove sunset
  column table schema database migrate
  alter migrate schema
  index query database
  gdpr privacy personal
  erase personal privacy
  route endpoint api
  payload response request api
  status code response
  decide decision choose option
  tradeoff decide option
  design architecture
  newsletter announcement
  stakeholder report summary status
  progress status report
  summary report recap
  question ask clarify
  typo spelling
  tutorial guide documentation
  explain document
  vulnerable vulnerability
  licence license legal
  cost expensive budget
  cheap cost
  supplier vendor
  danger safety risk
`

/** How much of its weight a query's word lends to its relatives. */
export const RELATIVE_WEIGHT = 0.4

/** Stems that stand near a stem; empty for most. */
export function relativesOf(stem: string): readonly string[] {
  return RELATIVES.get(stem) ?? NONE
}

const NONE: readonly string[] = []
const RELATIVES = readGroups(GROUPS)

function readGroups(text: string): ReadonlyMap<string, readonly string[]> {
  const near = new Map<string, Set<string>>()
  for (const line of text.trim().split('\n')) {
    const stems = line.trim().split(/\s+/).flatMap(singleStem)
    for (const stem of stems) {
      const known = near.get(stem) ?? new Set()
      for (const other of stems) if (other !== stem) known.add(other)
      near.set(stem, known)
    }
  }
  return new Map([...near].map(([stem, others]) => [stem, [...others]]))
}

/** `a11y` is three words to the reader of texts. */
function singleStem(word: string): string[] {
  return stemsOf(word).slice(0, 1)
}
