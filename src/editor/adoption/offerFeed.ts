import * as vscode from 'vscode';
import type { BodyOf, OfferMessage } from '../../protocol/webviewMessages';
import type { PlanReader } from '../../service/planReader';
import type { SessionKey, SessionSummary } from '../../service/planStore';
import type { Clock, Disposable, Log } from '../../service/ports';
import { localTime } from '../commands/sessionPick';
import { type Copied, strandedPlans } from './strandedPlans';

export interface OfferPorts {
  readonly reader: PlanReader;
  readonly current: {
    key(): SessionKey | undefined;
    readonly onDidChange: (listener: () => void) => Disposable;
  };
  readonly workspace: () => string | undefined;
  readonly copied: Copied;
  readonly clock: Clock;
  readonly log: Log;
  readonly post: (message: BodyOf<OfferMessage>) => void;
}

/** So many of the latest sessions of the workspace are looked through. */
const LOOKED_AT = 200;

/** Offers a chat that has no plan the latest one of its workspace that is stranded (FC.2). */
export class OfferFeed implements Disposable {
  readonly #ports: OfferPorts;
  readonly #listeners: readonly Disposable[];
  #active = false;
  #looking: object | undefined;
  #offered = false;

  constructor(ports: OfferPorts) {
    this.#ports = ports;
    this.#listeners = [
      ports.current.onDidChange(() => void this.#look()),
      ports.reader.onDidCommit(({ session }) => {
        if (session === ports.current.key()) void this.#look();
      }),
    ];
  }

  show(): void {
    this.#active = true;
    void this.#look();
  }

  pause(): void {
    this.#active = false;
  }

  dispose(): void {
    this.pause();
    for (const listener of this.#listeners) listener.dispose();
  }

  async #look(): Promise<void> {
    if (!this.#active) return;
    const look = (this.#looking = {});
    const into = this.#ports.current.key();
    let plan: SessionSummary | undefined;
    try {
      plan = into === undefined ? undefined : await this.#strandedFor(into);
    } catch (error) {
      // The panel says of the plan itself what is wrong.
      this.#ports.log.error('No plan could be offered to the chat.', error);
    }
    if (look !== this.#looking || (!plan && !this.#offered)) return;
    this.#offered = plan !== undefined;
    const offer = into !== undefined && plan && { into, session: plan.key, text: offerText(plan) };
    this.#ports.post({ kind: 'offer', plan: offer || null });
  }

  async #strandedFor(own: SessionKey): Promise<SessionSummary | undefined> {
    const { reader, clock, copied, workspace } = this.#ports;
    if (((await reader.summary(own))?.revision ?? 0) > 0) return undefined;
    const here = { workspace: workspace() ?? null };
    const { sessions } = await reader.list(here, { limit: LOOKED_AT });
    const found = strandedPlans(sessions, { own, now: clock.now(), copied });
    for (const plan of found) {
      // A step can take long.
      if ((await reader.snapshot(plan.key))?.turn?.state !== 'running') return plan;
    }
    return undefined;
  }
}

function offerText({ title, open, updated }: SessionSummary): string {
  const { t } = vscode.l10n;
  const steps = open === 1 ? t('1 open step') : t('{0} open steps', open);
  return t(
    'Left in another chat: {0} ({1}, updated {2})',
    title || t('Untitled plan'),
    steps,
    localTime(updated),
  );
}
