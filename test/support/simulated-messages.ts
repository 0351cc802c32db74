/**
 * Messages between tabs and tasks. Those of Node arrive when the machine has time; these arrive in
 * the next turn of the event loop, before any time of the test passes.
 */
type OnMessage = (event: MessageEvent) => void

class Receiver extends EventTarget {
  onmessage: OnMessage | null = null

  protected receive(data: unknown): void {
    const event = new MessageEvent('message', { data: structuredClone(data) })
    setImmediate(() => {
      this.onmessage?.(event)
      this.dispatchEvent(event)
    })
  }

  start(): void {}
}

class Port extends Receiver {
  other: Port | undefined

  postMessage(data: unknown): void {
    this.other?.receive(data)
  }

  close(): void {
    this.other = undefined
  }
}

class Channel {
  readonly port1 = new Port()
  readonly port2 = new Port()

  constructor() {
    this.port1.other = this.port2
    this.port2.other = this.port1
  }
}

class Broadcast extends Receiver {
  static readonly open = new Set<Broadcast>()

  constructor(readonly name: string) {
    super()
    Broadcast.open.add(this)
  }

  postMessage(data: unknown): void {
    for (const other of Broadcast.open) {
      if (other !== this && other.name === this.name) other.receive(data)
    }
  }

  close(): void {
    Broadcast.open.delete(this)
  }
}

Object.assign(globalThis, { MessageChannel: Channel, BroadcastChannel: Broadcast })
