/** What is wrong with a server, its entry in a config or its tools, whatever the plan is. */

export interface FindingHelp {
  readonly means: string
  readonly todo: string
}

/** Rows of the table of findings, by code. */
export const SERVER_HELP: Readonly<Record<string, FindingHelp>> = {
  CONFIG_ENTRY_UNUSABLE: {
    means: 'an entry of a configuration file cannot be used; the others work',
    todo: 'mend what is told',
  },
  CONFIG_ENTRY_DISABLED: {
    means: 'an entry of a configuration file is switched off there',
    todo: 'nothing, if that is meant',
  },
  SERVER_UNAVAILABLE: {
    means: 'a server could not be asked for its tools',
    todo: 'see the reason that is told; the others work',
  },
  SERVER_WITHOUT_TOOLS: {
    means: 'a server lists no tools',
    todo: 'check that it is the right server',
  },
  TOOL_DUPLICATE: {
    means: 'a server lists two tools of one name; the first counts',
    todo: "report it to the server's author",
  },
  TOOL_NAME_UNUSUAL: {
    means: "a name breaks the protocol's rule for names",
    todo: "report it to the server's author",
  },
  EFFECT_CONTRADICTED: {
    means: 'what a tool says about its effect does not fit together; the worse counts',
    todo: 'say in a policy what is true',
  },
  SCHEMA_TOO_LARGE: {
    means: 'a schema exceeds a limit of size, so nothing is checked by it',
    todo: "report it to the server's author",
  },
  SCHEMA_TOO_DEEP: {
    means: 'a schema is nested too deeply, or its references follow one another too long',
    todo: "report it to the server's author",
  },
  SCHEMA_REFERENCE_UNRESOLVED: {
    means: 'a schema refers to what it does not hold; nothing is fetched from elsewhere',
    todo: "report it to the server's author",
  },
  SCHEMA_DIALECT_UNKNOWN: {
    means: 'a schema names a dialect other than draft-07, 2019-09 and 2020-12',
    todo: "report it to the server's author",
  },
  SCHEMA_INVALID: {
    means: 'a schema is none',
    todo: "report it to the server's author",
  },
  SCHEMA_PARTLY_UNCHECKED: {
    means: 'a part of a schema is not checked: a pattern that cannot run in linear time, an unknown format',
    todo: 'keep in mind that this part is not proved',
  },
}
