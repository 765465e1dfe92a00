/** What becomes of the responses that a server sends: each settles a request, or is complained of. */
import type { JsonObject } from '../../base/index.js'
import type { ClassifiedResponse, RpcId } from '../../protocol/index.js'
import type { ComplaintKind } from '../complaint.js'
import type { Correlator } from './correlator.js'
import { quote } from './request-errors.js'
import { createUndeclaredCheck, type UndeclaredCheck } from './undeclared.js'

export class HeardResponses {
  readonly #correlator: Correlator
  readonly #complain: (kind: ComplaintKind, message: string) => void
  #undeclared: UndeclaredCheck | undefined
  #late = 0

  constructor(correlator: Correlator, complain: (kind: ComplaintKind, message: string) => void) {
    this.#correlator = correlator
    this.#complain = complain
  }

  /** Responses to requests that nobody waited for any more. */
  get late(): number {
    return this.#late
  }

  /** From here on an answer shows what a server has, and did not declare. */
  expectDeclared(capabilities: JsonObject): void {
    this.#undeclared = createUndeclaredCheck(capabilities)
  }

  hear(response: ClassifiedResponse, text: string | undefined): void {
    const { id } = response.message
    const shown = () => quote(JSON.stringify(response.message))
    if (id === undefined || id === null) {
      this.#complain('invalid-message', `an error without an id came: ${shown()}`)
      return
    }
    if (response.kind === 'result') this.#checkDeclared(id)
    switch (this.#correlator.settle(id, response, text)) {
      case 'settled':
        break
      case 'late':
        this.#late++
        break
      case 'duplicate':
        this.#complain('duplicate-response', `a second response to one request came: ${shown()}`)
        break
      case 'unknown':
        this.#complain('unmatched-response', `a response to no request of this client came: ${shown()}`)
        this.#rejectMistakenId(id)
    }
  }

  #checkDeclared(id: RpcId): void {
    const method = this.#correlator.waitingFor(id)
    const lacking = method === undefined ? undefined : this.#undeclared?.(method)
    if (lacking !== undefined)
      this.#complain('undeclared', `the server declares no ${lacking}, and answered ${method} with a result`)
  }

  /** Ids of ours are numbers. A server that turns them into strings answers nobody: better told at once than timed out. */
  #rejectMistakenId(id: RpcId): void {
    if (typeof id !== 'string' || !/^\d+$/.test(id)) return
    this.#correlator.settleUnusable(
      Number(id),
      `its id is the string "${id}", that of the request is a number`,
    )
  }
}
