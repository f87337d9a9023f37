import type { Draft } from '../../domain/steering/draft';
import type { SteerAction } from '../../protocol/steerAction';
import type { BodyOf, ToView } from '../../protocol/webviewMessages';
import type { SessionKey } from '../../service/planStore';
import type { Disposable } from '../../service/ports';
import type { DraftedChange } from './steering';

/** What is drafted, which is kept where the panel is not. */
export interface KeptSteering {
  draft(session: SessionKey): Draft | null;
  keep(session: SessionKey, draft: Draft | null): void;
  look(session: SessionKey): Promise<void>;
  shown(panel: object, isThere: boolean): void;
  readonly onDidChange: (listener: (change: DraftedChange) => void) => Disposable;
  readonly onDidSteer: (listener: (action: SteerAction) => void) => Disposable;
}

export interface PanelDraftPorts {
  readonly steering: KeptSteering;
  /** The session on the screen. */
  readonly session: () => SessionKey | undefined;
  readonly post: (message: BodyOf<ToView>) => void;
}

/** Tells one panel of the draft for the session that it shows. */
export class PanelDraft implements Disposable {
  readonly #ports: PanelDraftPorts;
  readonly #listeners: readonly Disposable[];
  #active = false;
  #told: Draft | null = null;

  constructor(ports: PanelDraftPorts) {
    this.#ports = ports;
    const { steering, session, post } = ports;
    this.#listeners = [
      steering.onDidChange((change) => {
        if (this.#active && change.session === session()) post({ kind: 'draft', ...change });
      }),
      steering.onDidSteer((action) => {
        if (this.#active) post({ kind: 'steer', action });
      }),
    ];
  }

  show(): void {
    this.#active = true;
    this.tell();
    this.#ports.steering.shown(this, true);
  }

  pause(): void {
    this.#active = false;
    this.#ports.steering.shown(this, false);
  }

  /** Behind the reset to its session. Of none it is told only after there was one. */
  tell(): void {
    const { steering, session, post } = this.#ports;
    const key = session();
    if (!this.#active) return;
    const draft = key === undefined ? null : steering.draft(key);
    if (draft ?? this.#told) post({ kind: 'draft', session: key ?? null, draft });
    this.#told = draft;
    if (key !== undefined) void steering.look(key);
  }

  keep(session: SessionKey, draft: Draft | null): void {
    const { steering } = this.#ports;
    steering.keep(session, draft);
    this.#told = draft;
    if (draft && !draft.typing) void steering.look(session);
  }

  dispose(): void {
    this.pause();
    for (const listener of this.#listeners) listener.dispose();
  }
}
