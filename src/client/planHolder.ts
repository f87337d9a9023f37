import { cursorOf } from '../domain/eventCursor';
import { follow, NOTHING_FOLLOWED, type Followed } from '../protocol/planFollower';
import type { HeldPlan } from './heldPlan';
import type { FeedItem } from './wireTypes';

/** Holds a plan by the rules that every client has. */
export class PlanHolder {
  #followed: Followed = NOTHING_FOLLOWED;

  get held(): HeldPlan | undefined {
    const { held } = this.#followed;
    return held && { cursor: cursorOf(held.cursor), plan: held.plan };
  }

  /** Events are missing behind what is held. */
  get hasGap(): boolean {
    return this.#followed.readAfter !== undefined;
  }

  takeSnapshot({ cursor, plan }: HeldPlan): void {
    const held = { cursor: Number(cursor), plan };
    this.#followed = follow(this.#followed, { kind: 'snapshot', held });
  }

  take(item: FeedItem): void {
    if (item.kind === 'event') {
      const { cursor, ...event } = item.event;
      const given = { ...event, sequence: Number(cursor) };
      this.#followed = follow(this.#followed, { kind: 'event', event: given });
      return;
    }
    const { cursor, plan = null } = item.snapshot ?? { cursor: '0' };
    const held = { cursor: Number(cursor), plan };
    this.#followed = follow(this.#followed, { kind: 'reset', held });
  }
}
