/** Lists the engines, or chooses the one that routes in this session. */
import { ENGINES } from '../routing/index.js'
import { engineOf } from './desk.js'
import { TEXT, TEXTS } from './instruction-schema.js'
import { object, orNull, type RouterTool, SETTING, textOf } from './tool.js'
import { ToolError } from './tool-error.js'

export const SWITCH_ENGINE: RouterTool = {
  name: 'switch_engine',
  title: 'Switch the routing engine',
  description:
    'Chooses the engine that routes in this session, and in no other; without engine_version it lists the engines.',
  annotations: SETTING,
  inputSchema: object({ engine_version: orNull({ ...TEXT, description: 'such as "durian-0.6"' }) }, [
    'engine_version',
  ]),
  outputSchema: object({
    success: { const: true },
    action: { enum: ['list', 'switched', 'no_change'] },
    engine: { ...TEXT, description: 'the one that routes now' },
    previous: { ...TEXT, description: 'the one that routed before' },
    available_engines: TEXTS,
  }),
  async call(args, { engine, desk }) {
    const version = textOf(args.engine_version)
    const previous = engine.current
    const chosen = version === undefined ? previous : engineOf(version)
    const isSwitch = chosen !== previous
    if (isSwitch && !engine.isKept)
      throw new ToolError(
        'NO_SESSION',
        `Cannot switch to ${JSON.stringify(chosen.version)}: each request of this connection stands for itself`,
        'give engine_version to route_instructions instead',
      )
    engine.current = chosen
    if (isSwitch) desk.log('INFO', `a session routes by ${chosen.version}`)
    return {
      success: true,
      action: version === undefined ? 'list' : isSwitch ? 'switched' : 'no_change',
      engine: chosen.version,
      previous: previous.version,
      available_engines: ENGINES.map((each) => each.version),
    }
  },
}
