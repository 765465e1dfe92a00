/** What SQL does, from the tree that PostgreSQL's own parser makes of it: the whole tree, since the kind at the top proves nothing. */
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/index.js'
import type { Effect } from '../../call/index.js'
import { worstEffect } from './worst-effect.js'

/**
 * `tree`: what the parser says of a text of statements. A read is made of nothing but nodes, types, operators and functions that are known
 * to read; a statement that writes inside another one (`WITH gone AS (DELETE …) SELECT …`) counts as itself; what is not known here
 * is unknown. That a name in FROM is a table, or a view that only reads, and that nobody gave functions of the system another meaning,
 * is taken for granted. Triggers and rules belong to the statement that fires them.
 */
export function sqlEffect(tree: JsonValue): Effect {
  const { stmts } = isJsonObject(tree) ? tree : {}
  const statements = stmts !== undefined && isJsonArray(stmts) ? stmts : []
  return worstEffect(statements.map((each) => (isJsonObject(each) ? effectOf(each.stmt ?? null) : 'unknown')))
}

/** Of a node, `{ Kind: { … } }`, and of all below it. */
function effectOf(node: JsonValue): Effect {
  if (!isJsonObject(node)) return 'unknown'
  return worstEffect(Object.entries(node).map(([kind, fields]) => effectOfKind(kind, fields)))
}

function effectOfKind(kind: string, fields: JsonValue): Effect {
  if (!isJsonObject(fields)) return 'unknown'
  if (kind === 'ExplainStmt') return isExecuted(fields) ? effectOf(fields.query ?? null) : 'read'
  const own = STATEMENTS.get(kind) ?? (isKnownToRead(kind, fields) ? 'read' : 'unknown')
  return worstEffect([
    own,
    ...Object.entries(fields).flatMap(([name, value]) => effectsBelow(kind, name, value)),
  ])
}

/** Fields are plain values, nodes, lists of nodes, or a node without its kind. */
function effectsBelow(kind: string, name: string, value: JsonValue): readonly Effect[] {
  if (isJsonArray(value)) return value.flatMap((each) => effectsBelow(kind, name, each))
  if (!isJsonObject(value) || Object.keys(value).length === 0 || kind === 'A_Const') return []
  if (name === 'intoClause') return ['write']
  // A field that is always of one kind stands there without its name.
  const ofOneKind = Object.keys(value).every((each) => /^[A-Z]/.test(each)) ? undefined : ONE_KIND.get(name)
  return [ofOneKind === undefined ? effectOf(value) : effectOfKind(ofOneKind, value)]
}

const ONE_KIND: ReadonlyMap<string, string> = new Map([
  ['larg', 'SelectStmt'],
  ['rarg', 'SelectStmt'],
  ['withClause', 'WithClause'],
  ['relation', 'RangeVar'],
  ['alias', 'Alias'],
  ['typeName', 'TypeName'],
  ['over', 'WindowDef'],
  ['onConflictClause', 'OnConflictClause'],
  ['infer', 'InferClause'],
  ['collClause', 'CollateClause'],
  ['returningClause', 'ReturningClause'],
])

/** Only `EXPLAIN ANALYZE` executes; an option of that name that is off is rare, and counts as one that is on. */
function isExecuted({ options = [] }: JsonObject): boolean {
  if (!isJsonArray(options)) return true
  return options.some((each) => {
    const option = isJsonObject(each) && isJsonObject(each.DefElem) ? each.DefElem.defname : undefined
    return option === undefined || option === 'analyze'
  })
}

/** What changes or removes what was there, and what only adds. */
const STATEMENTS: ReadonlyMap<string, Effect> = new Map([
  ...[
    'DeleteStmt',
    'UpdateStmt',
    'TruncateStmt',
    'DropStmt',
    'AlterTableStmt',
    'MergeStmt',
    'OnConflictClause',
  ].map((kind): [string, Effect] => [kind, 'destructive']),
  ...['InsertStmt', 'CreateStmt', 'CreateTableAsStmt', 'IndexStmt', 'ViewStmt', 'CreateSchemaStmt'].map(
    (kind): [string, Effect] => [kind, 'write'],
  ),
])

function isKnownToRead(kind: string, fields: JsonObject): boolean {
  if (kind === 'FuncCall') return FUNCTIONS.has(systemName(fields.funcname) ?? '')
  if (kind === 'TypeName') return TYPES.has(systemName(fields.names) ?? '')
  if (kind === 'A_Expr') return OPERATORS.has(systemName(fields.name) ?? '')
  return READING_NODES.has(kind)
}

/** The last part of a name that is the system's: written with its schema, or with none; undefined for any other. */
function systemName(names: JsonValue | undefined): string | undefined {
  if (names === undefined || !isJsonArray(names)) return undefined
  const parts = names.map((each) =>
    isJsonObject(each) && isJsonObject(each.String) ? each.String.sval : undefined,
  )
  const name = parts.at(-1)
  const isOfSystem = parts.length === 1 || (parts.length === 2 && parts[0] === 'pg_catalog')
  return isOfSystem && typeof name === 'string' ? name : undefined
}

const READING_NODES: ReadonlySet<string> = new Set([
  ...[
    'SelectStmt',
    'VariableShowStmt',
    'ResTarget',
    'ColumnRef',
    'A_Star',
    'A_Const',
    'ParamRef',
    'String',
    'Integer',
    'Float',
    'Boolean',
  ],
  ...[
    'List',
    'BoolExpr',
    'NullTest',
    'BooleanTest',
    'CaseExpr',
    'CaseWhen',
    'CoalesceExpr',
    'MinMaxExpr',
    'SubLink',
    'RowExpr',
  ],
  ...[
    'A_ArrayExpr',
    'A_Indirection',
    'A_Indices',
    'TypeCast',
    'SQLValueFunction',
    'NamedArgExpr',
    'CollateClause',
  ],
  ...[
    'RangeVar',
    'RangeSubselect',
    'RangeFunction',
    'JoinExpr',
    'Alias',
    'WithClause',
    'CommonTableExpr',
    'SortBy',
    'WindowDef',
  ],
  ...[
    'GroupingSet',
    'GroupingFunc',
    'SetToDefault',
    'InferClause',
    'IndexElem',
    'DefElem',
    'ColumnDef',
    'Constraint',
  ],
  ...['ReturningClause', 'AlterTableCmd'],
])

const OPERATORS: ReadonlySet<string> = new Set(
  '= <> != < > <= >= + - * / % ^ || ~ ~* !~ !~* ~~ ~~* !~~ !~~* @> <@ && -> ->> #> #>> ? ?| ?& @@ | & << >>'
    .split(' ')
    .concat(['BETWEEN', 'NOT BETWEEN', 'BETWEEN SYMMETRIC', 'NOT BETWEEN SYMMETRIC']),
)

const TYPES: ReadonlySet<string> = new Set(
  [
    'bool int2 int4 int8 smallint integer bigint float4 float8 numeric decimal real text varchar bpchar char name uuid json jsonb bytea',
    'date time timetz timestamp timestamptz interval inet cidr',
  ]
    .join(' ')
    .split(' '),
)

/** Of the system, and without an effect whatever they are given. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  [
    'count sum avg min max array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or every stddev variance',
    'row_number rank dense_rank percent_rank ntile lag lead first_value last_value nth_value percentile_cont percentile_disc mode',
    'lower upper initcap length char_length octet_length substring substr left right trim btrim ltrim rtrim replace translate reverse',
    'concat concat_ws format split_part strpos position starts_with repeat lpad rpad md5 regexp_replace regexp_match regexp_matches',
    'to_char to_date to_timestamp to_number overlay quote_literal quote_ident chr ascii encode decode similar_to_escape like_escape',
    'abs ceil ceiling floor round trunc sign sqrt power mod exp ln log greatest least div',
    'now date_trunc date_part extract age make_date make_interval make_timestamp current_date clock_timestamp statement_timestamp timezone',
    'coalesce nullif array_length array_position cardinality unnest generate_series array_to_string string_to_array array_append array_cat',
    'json_build_object jsonb_build_object json_build_array jsonb_build_array to_json to_jsonb row_to_json json_array_length jsonb_array_length',
    'jsonb_array_elements json_array_elements jsonb_array_elements_text json_array_elements_text jsonb_each json_each jsonb_object_keys',
    'jsonb_extract_path_text json_extract_path_text jsonb_typeof json_typeof jsonb_pretty to_tsvector to_tsquery plainto_tsquery ts_rank',
    'version current_database current_schema pg_typeof pg_table_size pg_total_relation_size pg_size_pretty pg_get_viewdef pg_get_constraintdef',
    'format_type obj_description col_description has_table_privilege exists',
  ]
    .join(' ')
    .split(' '),
)
