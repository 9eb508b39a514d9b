// @ts-check
/** The connection to one table: it says hello again whenever it was lost. */

const SILENT = 4001; // the server closes a connection that sat down at no table: there is none to go back to

export class Socket {
  /** @param {string} table @param {{tokens: string[], links: Record<string, string>}} opens seats
   * @param {{message: (message: any) => void, connected: (is: boolean) => void}} on */
  constructor(table, { tokens, links }, on) {
    this.hello = { t: "hello", table, tokens, links };
    this.on = on;
    this.wait = 250;
    this.closed = false;
    this.retry = 0;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 250;
      this.send(this.hello);
    };
    socket.onmessage = (event) => {
      if (this.closed) return;
      const message = JSON.parse(event.data);
      if (message.t === "welcome") this.on.connected(true);
      this.on.message(message);
    };
    socket.onclose = ({ code }) => {
      if (this.closed || code === SILENT) return;
      this.on.connected(false);
      this.retry = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, 5000);
    };
  }

  /** @param {any} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.retry);
    this.socket?.close();
  }
}
