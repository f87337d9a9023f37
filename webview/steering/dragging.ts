import { useState } from 'preact/hooks';
import type { ComparisonRow } from '../history/comparisonRows';
import type { SteeringModel } from './steeringModel';

interface Target {
  readonly key: string;
  readonly side: 'before' | 'after';
}

/** Steps are dragged among those beside them; elsewhere they cannot be dropped. */
export interface Dragging {
  readonly sideOf: (key: string) => string | false;
  readonly handlers: (key: string) => {
    readonly onDragStart: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
    readonly onDragEnd: () => void;
  };
}

export function useDragging(steering: SteeringModel, rows: readonly ComparisonRow[]): Dragging {
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<Target>();
  const parentOf = (key: string | undefined) => rows.find((row) => row.key === key)?.parent;
  const end = (): void => {
    setDragged(undefined);
    setTarget(undefined);
  };
  return {
    sideOf: (key) => target?.key === key && `drop-${target.side}`,
    handlers: (key) => ({
      onDragStart: (event) => {
        event.dataTransfer?.setData('text/plain', key);
        setDragged(key);
      },
      onDragOver: (event) => {
        const isBeside = dragged !== undefined && parentOf(dragged) === parentOf(key);
        if (!isBeside || dragged === key) return;
        event.preventDefault();
        const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect();
        setTarget({ key, side: event.clientY < top + height / 2 ? 'before' : 'after' });
      },
      onDrop: (event) => {
        event.preventDefault();
        if (dragged !== undefined && target) steering.place(dragged, target.side, target.key);
        end();
      },
      onDragEnd: end,
    }),
  };
}
