/** What a container's environment holds: a value, a key of the Secret, or something of the pod. */
export interface Variable {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } }
}

export interface Container {
  readonly env: readonly Variable[]
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly startupProbe: { readonly httpGet: { readonly path: string; readonly port: string } }
  readonly readinessProbe: { readonly httpGet: { readonly path: string; readonly port: string } }
  readonly livenessProbe: { readonly tcpSocket: { readonly port: string } }
  readonly lifecycle: {
    readonly preStop: { readonly exec: { readonly command: readonly string[] } }
  }
  readonly volumeMounts: readonly { readonly name: string }[]
}

export interface Pod {
  readonly terminationGracePeriodSeconds: number
  readonly containers: readonly [Container]
  readonly volumes: readonly {
    readonly name: string
    readonly persistentVolumeClaim?: { readonly claimName: string }
  }[]
}

interface Selector {
  readonly matchLabels: Readonly<Record<string, string>>
}

/** The parts of Kubernetes' objects that tests look at; which there are is a matter of the kind. */
export interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec: {
    readonly selector: Selector
    readonly template: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: Pod
    }
    readonly scaleTargetRef?: unknown
    readonly minReplicas: number
    readonly maxReplicas: number
    readonly maxUnavailable: number
    readonly metrics: readonly {
      readonly type: string
      readonly pods?: { readonly metric: { readonly name: string } }
    }[]
  }
}

export interface ScaledService {
  readonly environment: Readonly<Record<string, string>>
  readonly ports: readonly string[]
  readonly command: readonly string[]
  readonly deploy: { readonly replicas: number }
}

export interface ScaledCompose {
  readonly services: Readonly<Record<string, ScaledService>>
}
